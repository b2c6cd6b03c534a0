-- How far the clock of a test tenant runs ahead of the database's. Due work goes by the database's clock, so what is
-- due is moved when the clock is; what is told (times of creation, periods, retention) goes by the tenant's clock.
-- Live tenants have no row.
create table test_clocks (
  tenant_id text collate "C" primary key,
  ahead_seconds bigint not null check (ahead_seconds > 0)
);
alter table test_clocks enable row level security;
alter table test_clocks force row level security;
create policy own_tenant on test_clocks to hubbub_app using (tenant_id = (select current_setting('app.tenant', true)));
create policy every_tenant on test_clocks to hubbub_lanes using (true);
-- For clock_of, which runs as the owner.
create policy read_by_owner on test_clocks for select to current_user using (true);
grant select, insert, update, delete on test_clocks to hubbub_app, hubbub_lanes;

-- The seconds as each transaction of a tenant puts them into `app.clock` when it begins, before it has its role.
create function clock_of(tenant text) returns text language plpgsql stable security definer as $$
begin
  return coalesce((select c.ahead_seconds::text from public.test_clocks c where c.tenant_id = tenant), '0');
end $$;

create function tenant_ahead() returns interval language sql stable as $$
  select coalesce(nullif(current_setting('app.clock', true), ''), '0')::float8 * interval '1 second'
$$;

-- The time that the tenant of this transaction lives in.
create function tenant_now() returns timestamptz language sql stable as $$ select now() + tenant_ahead() $$;

-- When the database's clock shows what the tenant's shows at a scheduled time; what is due already stays. Volatile, so
-- that it sees a clock that was moved while the statement waited for its locks.
create function due_time(tenant text, at timestamptz) returns timestamptz language plpgsql volatile as $$
begin
  if at is null or at <= now() then return at; end if;
  return at - coalesce((select c.ahead_seconds from test_clocks c where c.tenant_id = tenant), 0) * interval '1 second';
end $$;

do $$
declare
  c record;
begin
  for c in
    select k.relname, a.attname from pg_class k
    join pg_attribute t on t.attrelid = k.oid and t.attname = 'tenant_id' and not t.attisdropped
    join pg_attribute a on a.attrelid = k.oid and a.attname in ('created_at', 'updated_at') and a.atthasdef
    where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and k.relname not in ('tenants', 'idempotency_keys')
  loop
    execute format('alter table %I alter column %I set default tenant_now()', c.relname, c.attname);
  end loop;
end $$;
alter table comments alter column received_at set default tenant_now();
alter table attempts alter column at set default clock_timestamp() + tenant_ahead();

-- Tokens that end: when the lane looks at the account again (while it works: the end of its lease), and the end that
-- the tenant was told of.
alter table accounts
  add column token_look_at timestamptz(3) not null default '-infinity',
  add column token_attempt integer not null default 0,
  add column token_told_for timestamptz(3);
create index accounts_token_look on accounts (token_look_at) where token_expires_at is not null and status = 'active' and disconnected_at is null;
