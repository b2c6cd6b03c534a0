-- The tenant of a transaction is sealed. A statement that was smuggled into a request can change every setting, so a
-- setting alone proves nothing. `enter_tenant` takes a proof that only the service can make, and notes the tenant where
-- requests can read but not write: in the value that this session last gave a sequence of the owner.

-- One key for each database; a copy of a database gets its own. Nobody but the owner reads it. `proof_of(name)` is the
-- seal of a tenant and the password of a login role.
create table login_keys (
  database oid primary key,
  key bytea not null check (length(key) = 32)
);

create function proof_of(name text) returns text language sql stable as $$
  select encode(sha256(k.key || convert_to(name, 'UTF8') || k.key), 'hex') from public.login_keys k
  where k.database = (select d.oid from pg_database d where d.datname = current_database())
$$;
revoke execute on function proof_of from public;

-- Unlogged, so that a transaction that only reads writes nothing.
create unlogged sequence sealed_tenants;
grant select on sequence sealed_tenants to hubbub_app;

-- Another tenant's id has the same number once in 2^62.
create function tenant_number(tenant text) returns bigint language sql immutable as $$
  select hashtextextended(tenant, 0) & 9223372036854775806 | 1
$$;

-- Begins a transaction of a tenant. Whatever an earlier one changed on the connection is undone first.
create function enter_tenant(tenant text, seal text) returns void language plpgsql security definer as $$
begin
  reset all;
  -- As in `proof_of`, whose call would double the time.
  perform from public.login_keys k where seal = encode(sha256(k.key || convert_to(tenant, 'UTF8') || k.key), 'hex');
  if not found then
    raise 'The seal does not fit the tenant.' using errcode = 'HB002';
  end if;
  perform setval('public.sealed_tenants', public.tenant_number(tenant)), set_config('app.tenant', tenant, true);
end $$;

-- The tenant of this transaction; null without one, or when the setting was changed.
create function sealed_tenant() returns text language plpgsql stable as $$
declare
  tenant text := current_setting('app.tenant', true);
begin
  if tenant <> '' then
    if currval('public.sealed_tenants') = public.tenant_number(tenant) then
      return tenant;
    end if;
  end if;
  return null;
end $$;

-- Puts a table with `tenant_id` behind the wall: requests reach the rows of their tenant, workers all rows.
create function wall_off(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('drop policy if exists own_tenant on %s', walled);
  execute format('drop policy if exists every_tenant on %s', walled);
  execute format('create policy own_tenant on %s to hubbub_app using (tenant_id = public.sealed_tenant())', walled);
  execute format('create policy every_tenant on %s to hubbub_lanes using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_lanes', walled);
end $$;
revoke execute on function wall_off from public;

select wall_off(a.attrelid) from pg_attribute a join pg_class c on c.oid = a.attrelid
where a.attname = 'tenant_id' and not a.attisdropped and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');

-- These two run as the owner. Requests could ask the first for the clock of any tenant.
create or replace function clock_of(tenant text) returns text language plpgsql stable security definer as $$
begin
  if not pg_has_role(session_user, 'hubbub_lanes', 'member') and tenant is distinct from public.sealed_tenant() then
    return '0';
  end if;
  return coalesce((select c.ahead_seconds::text from public.test_clocks c where c.tenant_id = tenant), '0');
end $$;
create or replace function clock_asked() returns text language plpgsql stable security definer as $$
begin
  return set_config('app.clock', public.clock_of(public.sealed_tenant()), true);
end $$;

-- A request that could create functions or tables could put them in the way of others.
do $$
begin
  if has_schema_privilege('hubbub_app', 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;

-- The API key that made the request. A key that is limited to brands may always replay its own.
alter table idempotency_keys add column key_id text collate "C";
