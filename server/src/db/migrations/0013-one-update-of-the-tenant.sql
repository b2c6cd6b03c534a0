-- A new post is charged and its events are numbered in one update of the tenant's row.

-- Takes posts, interactions or exports from the allowance of the period that the tenant lives in, and the next numbers of its
-- events. `limits` has the allowance of each plan. Aborts with `quota:post`, `quota:interaction` or `quota:export`. Locks the
-- tenant's row. `before`: the number before those of the events.
create function take_usage_and_numbers(tenant text, charge text, amount integer, limits jsonb, events integer,
  out period timestamptz, out before bigint, out may_be_wanted boolean) language plpgsql as $$
declare
  posts integer := case charge when 'post' then amount else 0 end;
  interactions integer := case charge when 'interaction' then amount else 0 end;
  exports integer := case charge when 'export' then amount else 0 end;
begin
  for attempt in 1..2 loop
    update tenants t set posts_used = t.posts_used + posts, interactions_used = t.interactions_used + interactions,
      exports_used = t.exports_used + exports, seq = t.seq + events
    where t.tenant_id = tenant and t.period_end > tenant_now()
      and (limit_of(t.plan, limits) = -1
        or case charge when 'post' then t.posts_used when 'interaction' then t.interactions_used else t.exports_used end
          + amount <= limit_of(t.plan, limits))
    returning t.period_start, t.seq - events, t.has_endpoints into period, before, may_be_wanted;
    if found then
      return;
    end if;
    -- A new period starts with empty counters.
    update tenants t set period_start = (period_of(t)).starts, period_end = (period_of(t)).ends,
      posts_used = case when t.period_start = (period_of(t)).starts then t.posts_used else 0 end,
      interactions_used = case when t.period_start = (period_of(t)).starts then t.interactions_used else 0 end,
      exports_used = case when t.period_start = (period_of(t)).starts then t.exports_used else 0 end
    where t.tenant_id = tenant and t.period_end <= tenant_now();
    -- Not found: the allowance is used up, or another charge has begun the period meanwhile. The second attempt tells.
  end loop;
  perform refuse('quota:' || charge);
end $$;

create or replace function take_usage(tenant text, charge text, amount integer, limits jsonb) returns timestamptz language plpgsql as $$
begin
  return (select t.period from take_usage_and_numbers(tenant, charge, amount, limits, 0) t);
end $$;

-- Writes events whose numbers follow `before`, and queues their deliveries. The caller has taken the numbers.
create function write_events(tenant text, new_events jsonb, before bigint, may_be_wanted boolean) returns void language plpgsql as $$
begin
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

create or replace function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  perform write_events(tenant, new_events, before, may_be_wanted);
end $$;

create or replace function write_post(
  tenant text, limits jsonb,
  -- null: duplicates are allowed.
  new_fingerprint bytea, fingerprint_minutes integer,
  -- With `ahead_seconds`, when the schedule was checked by that offset of the tenant's clock.
  post jsonb, targets jsonb,
  -- As `queue_accounts` takes them.
  account_ids text[], account_brands text[], account_dues timestamptz[],
  -- As `record_events` takes them; null when there are none.
  new_events jsonb
) returns timestamptz language plpgsql as $$
declare
  is_charged boolean := post ->> 'status' <> 'draft';
  ahead interval := '0';
  period timestamptz(3);
  before bigint;
  may_be_wanted boolean;
  at timestamptz(3);
begin
  -- Before all locks: whoever waits here for another request holds nothing that others need.
  if new_fingerprint is not null then
    insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
    values (tenant, new_fingerprint, post ->> 'id', now() + fingerprint_minutes * interval '1 minute')
    on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
      where f.expires_at <= now();
    if not found then
      perform refuse('duplicate');
    end if;
  end if;
  if is_charged then
    ahead := queue_accounts(tenant, account_ids, account_brands, account_dues);
    if (post ->> 'ahead_seconds')::bigint <> extract(epoch from ahead) then
      perform refuse('clock');
    end if;
    select t.period, t.before, t.may_be_wanted into period, before, may_be_wanted
    from take_usage_and_numbers(tenant, 'post', 1, limits, coalesce(jsonb_array_length(new_events), 0)) t;
  elsif cardinality(account_ids) > (
    select count(*) from accounts a where a.tenant_id = tenant and a.id = any (account_ids) and a.disconnected_at is null
      and a.brand_id = account_brands[array_position(account_ids, a.id::text)]
  ) then
    perform refuse('account');
  end if;
  at := tenant_now();
  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
    scheduled_at, scheduled_local, timezone, charged_period, created_by, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, p.created_by, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text, created_by jsonb);
  insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at,
    created_at, updated_at, listed_at, listed_scheduled_at, destination_id)
  select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local,
    due_at(t.due_at, ahead), at, at, at, (post ->> 'scheduled_at')::timestamptz, destination_in(t.input)
  from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb, status text,
    scheduled_at timestamptz, scheduled_local text, due_at timestamptz);
  if new_events is not null then
    perform write_events(tenant, new_events, before, may_be_wanted);
  end if;
  return at;
end $$;
