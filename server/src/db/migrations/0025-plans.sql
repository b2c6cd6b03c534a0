-- Plans and billing periods. A charge locks the tenant's row and nothing else, so the row carries what the charge needs of
-- its workspace. A change of the plan locks the same row: each charge sees the plan before it or after it.
alter table workspaces
  -- The paid cycle. Null: windows of 30 days from the creation of the workspace.
  add column subscription_period_start timestamptz(3),
  add column subscription_period_end timestamptz(3),
  add constraint workspaces_subscription_period check (
    (subscription_period_start is null) = (subscription_period_end is null) and subscription_period_start < subscription_period_end);

alter table tenants
  -- Copies of the workspace's columns.
  add column plan text,
  add column workspace_created_at timestamptz(3),
  add column subscription_period_start timestamptz(3),
  add column subscription_period_end timestamptz(3),
  -- The end of the counters' period. From then on the next charge finds the period anew.
  add column period_end timestamptz(3) not null default '-infinity';

-- The owner sees no rows of tenants otherwise.
alter table tenants no force row level security;
update tenants t set plan = w.plan, workspace_created_at = w.created_at from workspaces w where w.id = t.workspace_id;
alter table tenants force row level security;
alter table tenants alter column plan set not null, alter column workspace_created_at set not null;

create function copy_plan() returns trigger language plpgsql as $$
begin
  update tenants t set plan = new.plan, workspace_created_at = new.created_at, period_end = '-infinity',
    subscription_period_start = new.subscription_period_start, subscription_period_end = new.subscription_period_end
  where t.workspace_id = new.id;
  return null;
end $$;
create trigger copy_plan after update of plan, created_at, subscription_period_start, subscription_period_end on workspaces
  for each row execute function copy_plan();

-- The billing period that an instant lies in. A paid cycle goes on by whole months (UTC) until the next one is written, so
-- a late notice of its renewal finds the period that it names. A cycle from the 31st ends on the last day of shorter months.
create function period_at(created timestamptz, paid_start timestamptz, paid_end timestamptz, at timestamptz,
  out starts timestamptz, out ends timestamptz) language plpgsql immutable as $$
declare
  first timestamp := paid_start at time zone 'UTC';
  turn timestamp := paid_end at time zone 'UTC';
  months integer := greatest(1, months_between(first, turn));
  -- A cycle that was cut by a short month keeps the day of its longer end.
  anchor timestamp := case when first + months * interval '1 month' = turn then first else turn end;
  cycles integer;
begin
  if paid_start is null then
    starts := created + floor(extract(epoch from at - created) / 2592000) * interval '720 hours';
    ends := starts + interval '720 hours';
  elsif at < paid_end then
    starts := paid_start;
    ends := paid_end;
  else
    cycles := months_between(anchor, at at time zone 'UTC') / months;
    if anchor + cycles * months * interval '1 month' > at at time zone 'UTC' then
      cycles := cycles - 1;
    end if;
    starts := (anchor + cycles * months * interval '1 month') at time zone 'UTC';
    ends := (anchor + (cycles + 1) * months * interval '1 month') at time zone 'UTC';
  end if;
end $$;

-- Calendar months, whatever the days.
create function months_between(earlier timestamp, later timestamp) returns integer language sql immutable as $$
  select (12 * (extract(year from later) - extract(year from earlier)) + extract(month from later) - extract(month from earlier))::integer
$$;

-- The period that a tenant lives in, by its own clock.
create function period_of(t tenants, out starts timestamptz, out ends timestamptz) language sql stable as $$
  select p.starts, p.ends
  from period_at(t.workspace_created_at, t.subscription_period_start, t.subscription_period_end, tenant_now()) p
$$;

-- The limit of a plan among those of all plans; -1 is unlimited.
create function limit_of(plan text, limits jsonb) returns bigint language sql immutable as $$
  select coalesce((limits ->> plan)::bigint, -1)
$$;

drop function write_post;
drop function take_usage;
drop function period_start;

-- Takes posts or interactions from the allowance of the period that the tenant lives in. `limits` has the allowance of each
-- plan. Aborts with `quota:post` or `quota:interaction`. Locks the tenant's row. Returns the period that paid.
create function take_usage(tenant text, charge text, amount integer, limits jsonb) returns timestamptz language plpgsql as $$
declare
  posts integer := case charge when 'post' then amount else 0 end;
  interactions integer := amount - posts;
  period timestamptz(3);
begin
  for attempt in 1..2 loop
    update tenants t set posts_used = t.posts_used + posts, interactions_used = t.interactions_used + interactions
    where t.tenant_id = tenant and t.period_end > tenant_now()
      and (limit_of(t.plan, limits) = -1
        or case charge when 'post' then t.posts_used else t.interactions_used end + amount <= limit_of(t.plan, limits))
    returning t.period_start into period;
    if found then
      return period;
    end if;
    -- A new period starts with empty counters.
    update tenants t set period_start = (period_of(t)).starts, period_end = (period_of(t)).ends,
      posts_used = case when t.period_start = (period_of(t)).starts then t.posts_used else 0 end,
      interactions_used = case when t.period_start = (period_of(t)).starts then t.interactions_used else 0 end
    where t.tenant_id = tenant and t.period_end <= tenant_now();
    -- Not found: the allowance is used up, or another charge has begun the period meanwhile. The second attempt tells.
  end loop;
  perform refuse('quota:' || charge);
end $$;

-- As in migration 0014; the plan and the period come from the tenant's row.
create function write_post(
  tenant text, limits jsonb,
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
    period := take_usage(tenant, 'post', 1, limits);
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
