-- What a schedule was asked for in: the wall time, word for word, and the zone that it is told in.
alter table posts add column scheduled_local text, add column timezone text;
alter table actions add column scheduled_local text;

-- What a target that waited for its time remembers when it begins more than a minute after it.
create function lateness(late interval) returns jsonb language sql immutable as $$
  select case when late > interval '1 minute'
    then jsonb_build_object('late_by_seconds', floor(extract(epoch from late))::bigint) else '{}'::jsonb end
$$;
