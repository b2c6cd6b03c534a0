-- Indexes in ascending order: rows come in the order of their time, so that a page fills before the next one begins. Pages of
-- a descending index stay half empty. The old index goes when the new one is there.

drop index concurrently if exists posts_by_time;
create index concurrently posts_by_time on posts (tenant_id, created_at, id);
drop index concurrently if exists posts_created;
drop index concurrently if exists posts_by_status;
create index concurrently posts_by_status on posts (tenant_id, status, created_at, id);
drop index concurrently if exists posts_status;

drop index concurrently if exists actions_by_time;
create index concurrently actions_by_time on actions (tenant_id, account_id, listed_at, post_id) where listed_at is not null;
drop index concurrently if exists actions_listed;
drop index concurrently if exists actions_by_schedule;
create index concurrently actions_by_schedule on actions (tenant_id, account_id, listed_scheduled_at, post_id) where listed_scheduled_at is not null;
drop index concurrently if exists actions_listed_by_schedule;

-- A category is a few types, each of which has its index.
drop index concurrently if exists events_of_category;

drop index concurrently if exists post_metrics_by_account;
create index concurrently post_metrics_by_account on post_metrics (tenant_id, account_id, published_at);
drop index concurrently if exists post_metrics_of_account;
drop index concurrently if exists post_metrics_by_time;
create index concurrently post_metrics_by_time on post_metrics (tenant_id, published_at);
drop index concurrently if exists post_metrics_published;

drop index concurrently if exists inbox_posts_by_time;
create index concurrently inbox_posts_by_time on inbox_posts (tenant_id, last_comment_at) where last_comment_at is not null;
drop index concurrently if exists inbox_posts_commented;
drop index concurrently if exists inbox_posts_by_account;
create index concurrently inbox_posts_by_account on inbox_posts (tenant_id, account_id, last_comment_at) where last_comment_at is not null;
drop index concurrently if exists inbox_posts_of_account;
drop index concurrently if exists inbox_posts_by_platform;
create index concurrently inbox_posts_by_platform on inbox_posts (tenant_id, platform, last_comment_at) where last_comment_at is not null;
drop index concurrently if exists inbox_posts_of_platform;

drop index concurrently if exists comments_by_post;
create index concurrently comments_by_post on comments (tenant_id, inbox_post_id, created_at, id);
drop index concurrently if exists comments_of_post;
drop index concurrently if exists comments_by_like_count;
create index concurrently comments_by_like_count on comments (tenant_id, inbox_post_id, like_count, id);
drop index concurrently if exists comments_by_likes;
drop index concurrently if exists comments_by_account;
create index concurrently comments_by_account on comments (tenant_id, account_id, created_at);
drop index concurrently if exists comments_of_account;
drop index concurrently if exists comments_received;
-- A comment is looked for on a post, whose account the key of the platform's id names.
drop index concurrently if exists comments_platform_id;
