-- With the tenant as well, no plan reads all rows of a tenant beside these indexes while a table has no statistics.
drop index concurrently if exists actions_of_post_and_tenant;
create index concurrently actions_of_post_and_tenant on actions (post_id, tenant_id) where post_id is not null;
drop index concurrently if exists actions_of_post;
drop index concurrently if exists events_by_id_and_tenant;
create index concurrently events_by_id_and_tenant on events (id, tenant_id);
drop index concurrently if exists events_by_id;
drop index concurrently if exists inbox_posts_of_post_and_tenant;
create index concurrently inbox_posts_of_post_and_tenant on inbox_posts (post_id, tenant_id) where post_id is not null;
drop index concurrently if exists inbox_posts_of_post;
