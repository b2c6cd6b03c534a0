-- Read by nothing any more, or covered by another index.
drop index concurrently if exists posts_by_status;
drop index concurrently if exists posts_of_status_by_schedule;
drop index concurrently if exists actions_dead;
drop index concurrently if exists events_of_type;
drop index concurrently if exists events_of_platform;
drop index concurrently if exists events_at;
drop index concurrently if exists post_metrics_post;
drop index concurrently if exists inbox_posts_by_platform;
drop index concurrently if exists inbox_posts_platform_id;
