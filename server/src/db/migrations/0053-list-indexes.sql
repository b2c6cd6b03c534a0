drop index concurrently if exists actions_listed;
create index concurrently actions_listed on actions (tenant_id, account_id, listed_at desc, post_id desc) where listed_at is not null;
drop index concurrently if exists actions_listed_by_schedule;
create index concurrently actions_listed_by_schedule on actions (tenant_id, account_id, listed_scheduled_at desc, post_id desc) where listed_scheduled_at is not null;
drop index concurrently if exists actions_of_destination;
create index concurrently actions_of_destination on actions (tenant_id, destination_id, listed_at desc, post_id desc) where destination_id is not null;
drop index concurrently if exists actions_of_destination_by_schedule;
create index concurrently actions_of_destination_by_schedule on actions (tenant_id, destination_id, listed_scheduled_at desc, post_id desc) where destination_id is not null and listed_scheduled_at is not null;
drop index concurrently if exists posts_of_status_by_schedule;
create index concurrently posts_of_status_by_schedule on posts (tenant_id, status, scheduled_at desc, id desc) where scheduled_at is not null;
drop index concurrently if exists posts_found;
create index concurrently posts_found on posts using gin (post_document(tenant_id, title, text)) with (gin_pending_list_limit = 256);

-- Only posts with many comments: the rest is found by time.
drop index concurrently if exists inbox_posts_with_many;
create index concurrently inbox_posts_with_many on inbox_posts (tenant_id, comment_count) where comment_count >= 10;

drop index concurrently if exists conversations_listed;
create index concurrently conversations_listed on conversations (tenant_id, status, listed_at desc, id desc);
drop index concurrently if exists conversations_listed_of_account;
create index concurrently conversations_listed_of_account on conversations (tenant_id, account_id, status, listed_at desc, id desc);
drop index concurrently if exists conversations_listed_of_platform;
create index concurrently conversations_listed_of_platform on conversations (tenant_id, platform, status, listed_at desc, id desc);
drop index concurrently if exists conversations_listed_of_page;
create index concurrently conversations_listed_of_page on conversations (tenant_id, page_id, status, listed_at desc, id desc) where page_id is not null;
drop index concurrently if exists conversations_recent;
drop index concurrently if exists conversations_of_account;
drop index concurrently if exists conversations_of_platform;
drop index concurrently if exists conversations_of_page;

drop index concurrently if exists media_of_folder;
create index concurrently media_of_folder on media (tenant_id, folder, created_at desc, id desc) where status = 'ready';
drop index concurrently if exists media_of_kind;
create index concurrently media_of_kind on media (tenant_id, kind, created_at desc, id desc) where status = 'ready';
drop index concurrently if exists media_found;
create index concurrently media_found on media using gin (media_document(tenant_id, filename, alt_text, tags)) with (gin_pending_list_limit = 256) where status = 'ready';

drop index concurrently if exists deliveries_dead;
create index concurrently deliveries_dead on deliveries (tenant_id, created_at desc, id desc) where status = 'failed' and event_seq > 0;
drop index concurrently if exists callbacks_dead;
create index concurrently callbacks_dead on callbacks (tenant_id, received_at desc, id desc) where due_at is null and error is not null;
drop index concurrently if exists actions_dead;
create index concurrently actions_dead on actions (tenant_id, created_at desc, id desc) where status in ('failed', 'unconfirmed');

-- Replies only, so that their number is read from the index alone.
drop index concurrently if exists comments_replies;
create index concurrently comments_replies on comments (tenant_id, inbox_post_id, parent_platform_id, created_at desc, id desc) where parent_platform_id is not null and deleted_at is null;
drop index concurrently if exists comments_of_parent;
