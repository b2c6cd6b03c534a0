-- What still waits, beside what was decided in the last 400 days.
drop index concurrently if exists held_open;
create index concurrently held_open on held (tenant_id, id) where state in ('waiting', 'missed');
