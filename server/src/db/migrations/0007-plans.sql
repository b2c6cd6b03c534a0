-- Periods, allowances and payments.

-- Calendar months of any length.
create function months_between(earlier timestamp, later timestamp) returns integer language sql immutable as $$
  select (12 * (extract(year from later) - extract(year from earlier)) + extract(month from later) - extract(month from earlier))::integer
$$;

-- The billing period that an instant lies in. A paid cycle goes on by whole months (UTC) until the next one is written, so a late
-- notice of its renewal finds the period that it names. A cycle from the 31st ends on the last day of shorter months.
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

-- The period that a tenant lives in, by its own clock.
create function period_of(t tenants, out starts timestamptz, out ends timestamptz) language sql stable as $$
  select p.starts, p.ends
  from period_at(t.workspace_created_at, t.subscription_period_start, t.subscription_period_end, tenant_now()) p
$$;

-- The limit of a plan among those of all plans; -1 is unlimited.
create function limit_of(plan text, limits jsonb) returns bigint language sql immutable as $$
  select coalesce((limits ->> plan)::bigint, -1)
$$;

-- Takes posts, interactions or exports from the allowance of the period that the tenant lives in. `limits` has the allowance of
-- each plan. Aborts with `quota:post`, `quota:interaction` or `quota:export`. Locks the tenant's row. Returns the period that paid.
create function take_usage(tenant text, charge text, amount integer, limits jsonb) returns timestamptz
language plpgsql as $$
declare
  posts integer := case charge when 'post' then amount else 0 end;
  interactions integer := case charge when 'interaction' then amount else 0 end;
  exports integer := case charge when 'export' then amount else 0 end;
  period timestamptz(3);
begin
  for attempt in 1..2 loop
    update tenants t set posts_used = t.posts_used + posts, interactions_used = t.interactions_used + interactions,
      exports_used = t.exports_used + exports
    where t.tenant_id = tenant and t.period_end > tenant_now()
      and (limit_of(t.plan, limits) = -1
        or case charge when 'post' then t.posts_used when 'interaction' then t.interactions_used else t.exports_used end
          + amount <= limit_of(t.plan, limits))
    returning t.period_start into period;
    if found then
      return period;
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

-- The workspace as the payment processor knows it; the live tenant has the row.
create table billing_customers (
  tenant_id text collate "C" primary key,
  -- The processor's id.
  id text collate "C" not null unique,
  -- The subscription that was applied last, and the plan that it bought; null: none is running.
  subscription_id text,
  plan text,
  -- The open checkout. Calls at once compare it before they replace it. `checkout_key` is a hash of the request.
  checkout_id text,
  checkout_key text,
  checkout_opened_at timestamptz(3),
  -- The workspace is being deleted: its subscription ends and its customer goes.
  is_ending boolean not null default false,
  -- When the processor is asked again. A notice sets it and counts an attempt, so that an earlier reading cannot win.
  due_at timestamptz(3),
  attempt integer not null default 0,
  failures integer not null default 0,
  error text,
  created_at timestamptz(3) not null default now()
);
create index billing_customers_due on billing_customers (due_at) where due_at is not null;
select wall_off('billing_customers');

-- Verified notices of the processor, by its own ids: each counts once. They are kept for a while, also those of nobody.
create table billing_notices (
  id text collate "C" primary key,
  type text not null,
  customer_id text,
  received_at timestamptz(3) not null default now()
);
create index billing_notices_received on billing_notices (received_at);
-- Updates: the cleanup locks rows, to skip those that somebody holds.
grant select, insert, update, delete on billing_notices to hubbub_workers;
