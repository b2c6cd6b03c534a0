-- What still waits, beside what was decided in the last 400 days.
drop index concurrently if exists held_open;
create index concurrently held_open on held (tenant_id, id) where state in ('waiting', 'missed');
drop index concurrently if exists people_by_held_mail;
create index concurrently people_by_held_mail on people (held_mail_at) where held_mail_at is not null;
