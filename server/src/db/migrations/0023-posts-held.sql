-- Posts of which something waits for a person are few: a list of them reads no others.
drop index concurrently if exists posts_held;
create index concurrently posts_held on posts (tenant_id, created_at, id) where held is not null;
drop index concurrently if exists posts_held_by_schedule;
create index concurrently posts_held_by_schedule on posts (tenant_id, scheduled_at, id) where held is not null and scheduled_at is not null;
drop index concurrently if exists held_to_copy;
create index concurrently held_to_copy on held (copy_due_at) where copy_due_at is not null;
