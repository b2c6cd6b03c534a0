-- A job that queues deliveries of one endpoint again. It walks through the log from its first event to its last.
create table webhook_replays (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  kind text not null check (kind in ('failed', 'all')),
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'cancelled', 'failed')),
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  -- null: every type.
  event_types text[],
  -- The numbers of the next event to look at and of the last one.
  next_seq bigint not null,
  last_seq bigint not null,
  total integer not null,
  queued integer not null default 0,
  -- null: counted from the deliveries.
  delivered integer,
  failed integer,
  failures integer not null default 0,
  -- null: nothing is left to do.
  due_at timestamptz(3) default now(),
  lease_until timestamptz(3) not null default '-infinity',
  -- Counts the claims; the fence.
  attempt integer not null default 0,
  created_at timestamptz(3) not null default tenant_now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index webhook_replays_running on webhook_replays (tenant_id, endpoint_id) where status in ('pending', 'running');
create index webhook_replays_of_endpoint on webhook_replays (tenant_id, endpoint_id, created_at desc, id desc);
create index webhook_replays_due on webhook_replays (due_at) where due_at is not null;
select wall_off('webhook_replays');

alter table deliveries
  -- The replay that queued it last.
  add column replay_id text collate "C",
  -- Attempts from before it was last queued again: the times of retries start anew.
  add column earlier_attempts integer not null default 0;

-- New events go before everything that a replay has queued. The last column finds them.
drop index deliveries_due;
create index deliveries_due on deliveries (tenant_id, endpoint_id, due_at, replay_id) where due_at is not null;

-- One for each filter of the list. The one by event also finds what a replay queues again.
create index deliveries_of_event on deliveries (tenant_id, endpoint_id, event_seq);
create index deliveries_of_status on deliveries (tenant_id, endpoint_id, status, created_at desc, id desc);
create index deliveries_of_type on deliveries (tenant_id, endpoint_id, event_type, created_at desc, id desc);
create index deliveries_of_replay on deliveries (tenant_id, replay_id, created_at desc, id desc) where replay_id is not null;
create index events_id on events (tenant_id, id);
-- What a replay has done, and what still waits.
create index deliveries_replayed on deliveries (tenant_id, replay_id, status) where replay_id is not null;
create index deliveries_replayed_due on deliveries (tenant_id, replay_id, due_at) where replay_id is not null and due_at is not null;

-- How an endpoint's deliveries went in each hour of the tenant's clock.
create table webhook_hours (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  hour timestamptz(3) not null,
  attempts integer not null,
  -- Deliveries that ended.
  delivered integer not null,
  failed integer not null,
  -- The attempts by their length (statistics/durations.ts).
  durations integer[] not null,
  primary key (tenant_id, endpoint_id, hour)
) with (fillfactor = 70);
create index webhook_hours_by_hour on webhook_hours (hour);
select wall_off('webhook_hours');

-- How many times each place, from 1 to 64, is among these. Nulls have no place.
create function histogram(places integer[]) returns integer[] language plpgsql immutable as $$
declare
  counts integer[] := array_fill(0, array[64]);
  place integer;
begin
  foreach place in array places loop
    if place is not null then
      counts[place] := counts[place] + 1;
    end if;
  end loop;
  return counts;
end $$;

create function add_counts(a integer[], b integer[]) returns integer[] language sql immutable as $$
  select array_agg(x + y order by n) from unnest(a, b) with ordinality as u (x, y, n)
$$;
