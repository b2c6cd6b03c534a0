-- Charges, events and the queues of accounts have one place each; creating a post uses the same functions as everything
-- else. They are functions because the cached plans of simple statements cost a fraction of one large statement.
drop function write_post;

-- When the database's clock shows what the tenant's shows at a scheduled time; what is due already stays.
create function due_at(at timestamptz, ahead interval) returns timestamptz language sql stable as $$
  select case when at > now() then at - ahead else at end
$$;

-- Takes posts or interactions from the allowance of the period that the tenant lives in, -1 for unlimited. Aborts with
-- `quota:post` or `quota:interaction`. Locks the tenant's row. Returns the period that paid.
create function take_usage(tenant text, tenant_created timestamptz, charge text, amount integer, allowed integer)
returns timestamptz language plpgsql as $$
declare
  period timestamptz(3) := period_start(tenant_created, tenant_now());
  posts integer := case charge when 'post' then amount else 0 end;
  interactions integer := amount - posts;
begin
  for attempt in 1..2 loop
    update tenants t set posts_used = t.posts_used + posts, interactions_used = t.interactions_used + interactions
    where t.tenant_id = tenant and t.period_start = period
      and (allowed = -1 or case charge when 'post' then t.posts_used else t.interactions_used end + amount <= allowed);
    if found then
      return period;
    end if;
    -- A new period starts with empty counters.
    update tenants t set posts_used = 0, interactions_used = 0, period_start = period
    where t.tenant_id = tenant and t.period_start <> period;
    exit when not found;
  end loop;
  perform refuse('quota:' || charge);
end $$;

-- Writes events with the next numbers of the tenant's sequence and queues their deliveries. Locks the tenant's row.
create function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, summary, data, raw_payload,
    error_category, error_message)
  select tenant, before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id, e.summary, e.data,
    e.raw_payload, e.error_category, e.error_message
  from jsonb_to_recordset(new_events) as e (ordinal int, id text, type text, category text, status text, platform text,
    account_id text, resource_id text, summary text, data jsonb, raw_payload jsonb, error_category text, error_message text);
  if may_be_wanted then
    perform queue_deliveries(tenant, array_agg(before + e.ordinal), array_agg(e.type))
    from jsonb_to_recordset(new_events) as e (ordinal int, type text);
  end if;
end $$;

-- Locks accounts in the order of their ids and puts their queues forward to these times. Aborts with `account` when one
-- was disconnected or moved to another brand. Returns how far the tenant's clock is ahead: it cannot move any more, because
-- whoever moves it locks the accounts too.
create function queue_accounts(tenant text, ids text[], brands text[], dues timestamptz[]) returns interval language plpgsql as $$
declare
  locked integer;
  ahead interval;
begin
  perform from accounts a
  where a.tenant_id = tenant and a.id = any (ids) and a.disconnected_at is null
    and a.brand_id = brands[array_position(ids, a.id::text)]
  order by a.id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(ids) then
    perform refuse('account');
  end if;
  select c.ahead_seconds * interval '1 second' into ahead from test_clocks c where c.tenant_id = tenant;
  ahead := coalesce(ahead, '0');
  update accounts a set next_due_at = due_at(dues[array_position(ids, a.id::text)], ahead)
  where a.tenant_id = tenant and a.id = any (ids)
    and (a.next_due_at is null or a.next_due_at > due_at(dues[array_position(ids, a.id::text)], ahead));
  return ahead;
end $$;

-- Writes a post with its fingerprint, targets, charge and event. Aborts with `duplicate`, `account` or `quota:post`; then
-- nothing is left. A draft has no accounts to queue, no charge and no event. Returns the time at which it was created.
create function write_post(
  tenant text, tenant_created timestamptz, allowed integer,
  -- null: duplicates are allowed.
  new_fingerprint bytea, fingerprint_minutes integer,
  post jsonb, targets jsonb,
  -- As `queue_accounts` takes them; null for a draft.
  account_ids text[], account_brands text[], account_dues timestamptz[],
  -- As `record_events` takes them; null when there are none.
  new_events jsonb
) returns timestamptz language plpgsql as $$
declare
  is_charged boolean := post ->> 'status' <> 'draft';
  ahead interval := '0';
  period timestamptz(3);
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
    period := take_usage(tenant, tenant_created, 'post', 1, allowed);
  end if;
  at := tenant_now();
  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
    scheduled_at, scheduled_local, timezone, charged_period, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text);
  insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at,
    created_at, updated_at)
  select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local,
    due_at(t.due_at, ahead), at, at
  from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb, status text,
    scheduled_at timestamptz, scheduled_local text, due_at timestamptz);
  if new_events is not null then
    perform record_events(tenant, new_events);
  end if;
  return at;
end $$;
