-- The event log of a tenant, and the webhooks that deliver it.

-- `seq` has no gaps and follows the order of commits.
create table events (
  tenant_id text collate "C" not null,
  seq bigint not null,
  id text collate "C" not null,
  type text not null,
  category text not null,
  status text not null default 'ok',
  platform text,
  account_id text collate "C",
  resource_id text collate "C",
  -- The accounts that an event is about.
  about text[] not null default '{}',
  -- The brand that an event belonged to when it happened; null: several brands, or the workspace.
  brand_id text collate "C",
  summary text not null,
  data jsonb not null,
  raw_payload jsonb,
  error_category text,
  error_message text,
  request_id text,
  traceparent text,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, seq)
);
create index events_id on events (tenant_id, id);
-- One for each filter of the log. All end with the position, because pages go by it. A category is a few types.
create index events_of_type on events (tenant_id, type, seq);
create index events_of_resource on events (tenant_id, resource_id, seq) where resource_id is not null;
create index events_of_account on events (tenant_id, account_id, seq) where account_id is not null;
create index events_of_platform on events (tenant_id, platform, seq) where platform is not null;
create index events_of_brand on events (tenant_id, brand_id, seq) where brand_id is not null;
create index events_failed on events (tenant_id, seq) where status = 'failed';
-- Periods, and everything that their summary counts.
create index events_at on events (tenant_id, created_at) include (type, status, error_category);
select wall_off('events');

-- When the log of a tenant is next searched for events that are past their retention. So a cleanup with nothing to remove reads no
-- log.
create table event_sweeps (
  tenant_id text collate "C" primary key,
  due_at timestamptz(3) not null default now() + interval '1 day'
);
create index event_sweeps_due on event_sweeps (due_at);
select wall_off('event_sweeps');

create function plan_event_sweep() returns trigger language plpgsql as $$
begin
  insert into event_sweeps (tenant_id) values (new.tenant_id);
  return null;
end $$;
create trigger plan_event_sweep after insert on tenants for each row execute function plan_event_sweep();

-- Another plan keeps events for another time.
create function hasten_event_sweep() returns trigger language plpgsql as $$
begin
  update event_sweeps set due_at = now() where tenant_id = new.tenant_id;
  return null;
end $$;
create trigger hasten_event_sweep after update of plan on tenants for each row when (new.plan is distinct from old.plan)
  execute function hasten_event_sweep();

-- ENDPOINTS

create table webhook_endpoints (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  description text,
  events text[] not null,
  -- The brands, accounts and platforms whose events are wanted; null: all. One that is deleted stays in the list and matches
  -- nothing.
  brand_ids text[],
  account_ids text[],
  platforms text[],
  secret text not null,
  secret_hint text not null,
  -- Secrets before the current one, newest first: a JSON list, encrypted. They sign too until `previous_until`.
  previous_secrets text not null default '',
  previous_until timestamptz(3),
  -- Headers of the owner's own. The values are a JSON list in the order of the names, encrypted; empty without headers.
  header_names text[] not null default '{}',
  header_values text not null default '',
  is_active boolean not null default true,
  disabled_reason text,
  -- The circuit breaker: failures in a row that look like an outage; deliveries sent at once while the endpoint is in doubt (null: as
  -- many as to any endpoint); and when the next one may be sent.
  failing_since timestamptz(3),
  outage_failures integer not null default 0,
  concurrency_limit integer,
  not_before timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
select wall_off('webhook_endpoints');

create function note_endpoint() returns trigger language plpgsql as $$
begin
  update tenants set has_endpoints = true where tenant_id = new.tenant_id and not has_endpoints;
  return null;
end $$;
create trigger note_endpoint after insert on webhook_endpoints for each row execute function note_endpoint();

-- Whether an event passes the filters of an endpoint. One about several accounts passes when any of them does.
create function passes_filters(endpoint webhook_endpoints, event events) returns boolean language sql stable as $$
  with about as materialized (
    select a.brand_id, a.platform from accounts a
    where a.tenant_id = event.tenant_id and a.id = any (event.about)
  )
  select (endpoint.account_ids is null or event.about && endpoint.account_ids)
    and (endpoint.platforms is null or exists (select from about where platform = any (endpoint.platforms)))
    and (endpoint.brand_ids is null or case
      when event.brand_id is not null then event.brand_id = any (endpoint.brand_ids)
      else exists (select from about where brand_id = any (endpoint.brand_ids)) end)
$$;

-- DELIVERIES

create table deliveries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_seq bigint not null,
  event_type text not null,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  due_at timestamptz(3) default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt integer not null default 0,
  response_status_code integer,
  response_duration_ms integer,
  -- The replay that queued it last.
  replay_id text collate "C",
  -- Attempts before it was last queued again: the times of retries start from the beginning.
  earlier_attempts integer not null default 0,
  -- It would be sent without the replay too: it waited before, or somebody asked for it by hand.
  is_due_without_replay boolean not null default false,
  -- When it succeeded or was given up; null: it waits.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
) with (fillfactor = 70);
-- New events go before everything that a replay has queued. The last column finds them.
create index deliveries_due on deliveries (tenant_id, endpoint_id, due_at, replay_id) where due_at is not null;
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index deliveries_dead on deliveries (tenant_id, created_at desc, id desc) where status = 'failed' and event_seq > 0;
-- One for each filter of the list. The one by event also finds what a replay queues again.
create index deliveries_of_endpoint on deliveries (tenant_id, endpoint_id, created_at desc, id desc);
create index deliveries_of_event on deliveries (tenant_id, endpoint_id, event_seq);
create index deliveries_of_status on deliveries (tenant_id, endpoint_id, status, created_at desc, id desc);
create index deliveries_of_type on deliveries (tenant_id, endpoint_id, event_type, created_at desc, id desc);
create index deliveries_of_replay on deliveries (tenant_id, replay_id, created_at desc, id desc) where replay_id is not null;
-- What a replay has done, and what still waits.
create index deliveries_replayed on deliveries (tenant_id, replay_id, status) where replay_id is not null;
create index deliveries_replayed_due on deliveries (tenant_id, replay_id, due_at) where replay_id is not null and due_at is not null;
select wall_off('deliveries');

create function note_end_of_delivery() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.status <> 'pending' then now() end;
  return new;
end $$;
-- A delivery that is imported with its end keeps it.
create trigger note_end_of_new_delivery before insert on deliveries for each row
  when (new.status <> 'pending' and new.ended_at is null) execute function note_end_of_delivery();
create trigger note_end_of_delivery before update of status on deliveries for each row
  when (new.status is distinct from old.status) execute function note_end_of_delivery();

create table delivery_attempts (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  attempt integer not null,
  status_code integer,
  response_body text,
  error_message text,
  -- Why the attempt failed, in one word; null: it succeeded.
  reason text,
  duration_ms integer not null,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, delivery_id, attempt)
);
select wall_off('delivery_attempts');

-- One row for each endpoint that has deliveries waiting. So the worker takes a little from each endpoint instead of much from the
-- one with the longest queue.
create table delivery_queues (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  next_due_at timestamptz(3),
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 50);
create index delivery_queues_due on delivery_queues (next_due_at) where next_due_at is not null;
select wall_off('delivery_queues');

-- Queues deliveries of events for the endpoints that want them. Events of a blocked workspace are delivered to nobody, now or
-- later. The caller holds the tenant's row.
create function queue_deliveries(tenant text, seqs bigint[], types text[]) returns void language plpgsql as $$
begin
  if exists (select from tenants t where t.tenant_id = tenant and t.billing_blocked_at is not null)
    or not exists (select from webhook_endpoints w where w.tenant_id = tenant and w.is_active and w.events && types) then
    return;
  end if;
  with queued as (
    insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type)
    select tenant, 'dlv_' || substr(md5(w.id || e.seq::text || random()::text), 1, 26), w.id, e.seq, e.type
    from unnest(seqs, types) as e (seq, type)
    join webhook_endpoints w on w.tenant_id = tenant and w.is_active and e.type = any (w.events)
    where num_nonnulls(w.brand_ids, w.account_ids, w.platforms) = 0
      or exists (select from events l where l.tenant_id = tenant and l.seq = e.seq and passes_filters(w, l))
    returning endpoint_id
  )
  insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at)
  select distinct tenant, endpoint_id, now() from queued order by 2
  on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at);
end $$;

-- The brand of these accounts; null when they are of several brands or there are none.
create function shared_brand(tenant text, ids text[]) returns text language sql stable as $$
  select min(a.brand_id) from accounts a where a.tenant_id = tenant and a.id = any (ids) having count(distinct a.brand_id) = 1
$$;

-- Writes events with the next numbers of the tenant's sequence and queues their deliveries. Locks the tenant's row. An event keeps
-- its origin and its accounts; one transaction may write events of several origins.
create function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, brand_id, about, summary, data,
    raw_payload, error_category, error_message, request_id, traceparent)
  select tenant, before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id,
    case when e.about <> '{}' then shared_brand(tenant, e.about) end, e.about, e.summary, e.data, e.raw_payload, e.error_category,
    e.error_message, e.request_id, e.traceparent
  from jsonb_to_recordset(new_events) as e (ordinal int, id text, type text, category text, status text, platform text,
    account_id text, resource_id text, about text[], summary text, data jsonb, raw_payload jsonb, error_category text,
    error_message text, request_id text, traceparent text);
  if may_be_wanted then
    perform queue_deliveries(tenant, array_agg(before + e.ordinal), array_agg(e.type))
    from jsonb_to_recordset(new_events) as e (ordinal int, type text);
  end if;
end $$;

-- REPLAYS AND STATISTICS

-- A job that queues deliveries of one endpoint again. It walks through the log from its first event to its last.
create table webhook_replays (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  kind text not null check (kind in ('failed', 'all')),
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'cancelled', 'failed')),
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  -- Null: every type.
  event_types text[],
  -- The numbers of the next event to look at and of the last one.
  next_seq bigint not null,
  last_seq bigint not null,
  total integer not null,
  queued integer not null default 0,
  -- Null: counted from the deliveries.
  delivered integer,
  failed integer,
  failures integer not null default 0,
  -- Null: nothing is left to do.
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
create index webhook_replays_completed on webhook_replays (completed_at) where due_at is null;
select wall_off('webhook_replays');

-- The deliveries of an endpoint in each hour of the tenant's clock.
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

-- Without a query, because each settlement adds to the hour of every endpoint that it is about.
create function add_counts(a integer[], b integer[]) returns integer[] language plpgsql immutable as $$
begin
  for place in 1 .. 64 loop
    if b[place] > 0 then
      a[place] := a[place] + b[place];
    end if;
  end loop;
  return a;
end $$;
