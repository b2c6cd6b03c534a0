-- A table of its own has the times.
drop index concurrently if exists accounts_due;
-- The accounts of a platform find its rows.
drop index concurrently if exists conversations_listed_of_platform;
-- The targets of a post have one key, which is stored once. With the tenant as well, no plan reads all rows of the tenant beside it
-- while the table has no statistics.
drop index concurrently if exists actions_of_post;
create index concurrently actions_of_post on actions (post_id, tenant_id) where post_id is not null;
drop index concurrently if exists actions_post;
-- The posts of an account that are still read. They have one key, and a reading changes no column of an index.
drop index concurrently if exists post_metrics_open;
create index concurrently post_metrics_open on post_metrics (account_id) where ended is null;
drop index concurrently if exists post_metrics_due;
