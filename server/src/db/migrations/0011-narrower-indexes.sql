set role hubbub_workers;
call fill_listed_status();
reset role;
drop index concurrently if exists posts_listed;
create index concurrently posts_listed on posts (tenant_id, listed_status, created_at, id) where listed_status is not null;
drop index concurrently if exists posts_listed_by_schedule;
create index concurrently posts_listed_by_schedule on posts (tenant_id, listed_status, scheduled_at desc, id desc)
  where listed_status is not null and scheduled_at is not null;
-- An action gets an error only when it fails.
drop index concurrently if exists actions_failed;
create index concurrently actions_failed on actions (tenant_id, created_at desc, id desc) where error is not null;
-- The list of a type, and everything that the summary of a period counts.
drop index concurrently if exists events_by_type;
create index concurrently events_by_type on events (tenant_id, type, seq) include (created_at, status, error_category);
