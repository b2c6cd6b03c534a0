-- Workspaces, their tenants, and the walls between them. Every row belongs to one tenant, and `tenant_id` leads every key.
-- Identifiers and sort keys compare by bytes (collate "C").

-- Requests work as `hubbub_app` and see the rows of one tenant. Work over all tenants, such as claims and key lookups, is done
-- as `hubbub_workers`. Roles belong to the whole server, so another database may have made them already.
do $$
declare
  name text;
begin
  foreach name in array array['hubbub_app', 'hubbub_workers'] loop
    -- An owner without CREATEROLE finds them made, and is a member.
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(name, 'usage') then
      execute format('grant %I to current_user', name);
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;
  -- A request that could create functions or tables could put them in the way of others.
  if has_schema_privilege('hubbub_app', 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;

-- Ends a statement that must leave nothing behind. The reason is the message.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'HB001', message = reason;
end $$;

-- Checks of a domain are parsed once and looked at only where the column is written. Checks of a table are parsed again by every
-- statement that writes the table. So the busiest tables have domains.
create domain tenant_mode as text check (value in ('live', 'test'));
create domain byte_count as bigint check (value >= 0);

-- SEAL
-- SQL that was injected into a request can change every setting, so a setting proves nothing. `enter_tenant` takes a proof that
-- only the service can make. It notes the tenant where requests can read but not write: in the value that this session last
-- gave a sequence of the owner.

-- One key for each database; a copy of a database gets its own. Only the owner reads it. `proof_of(name)` is the seal of a
-- tenant and the password of a login role.
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

-- Begins a transaction of a tenant. It first undoes what an earlier transaction changed on the connection.
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

-- Puts a table with `tenant_id` behind the wall: requests reach the rows of their tenant, workers all rows. The policies ask a
-- function and have no query of their own, so a statement needs no further plan for them.
create function wall_off(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('drop policy if exists own_tenant on %s', walled);
  execute format('drop policy if exists every_tenant on %s', walled);
  execute format('create policy own_tenant on %s to hubbub_app using (tenant_id = public.sealed_tenant())', walled);
  execute format('create policy every_tenant on %s to hubbub_workers using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_workers', walled);
end $$;
revoke execute on function wall_off from public;

-- The workspace of the tenant of this transaction; null without one.
create function sealed_workspace() returns text language plpgsql stable as $$
begin
  return (select t.workspace_id from public.tenants t where t.tenant_id = public.sealed_tenant());
end $$;

-- Puts a table with `workspace_id` behind the wall: requests of both tenants reach the rows of their workspace, workers all rows.
create function wall_off_workspace(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('create policy own_workspace on %s to hubbub_app using (workspace_id = public.sealed_workspace())', walled);
  execute format('create policy every_workspace on %s to hubbub_workers using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_workers', walled);
end $$;
revoke execute on function wall_off_workspace from public;

-- CLOCKS
-- The clock of a test tenant can run ahead of the database's. Due work follows the database's clock, so advancing the clock moves
-- the due times. Displayed times (creation, periods, retention) follow the tenant's clock. Live tenants have no row.
create table test_clocks (
  tenant_id text collate "C" primary key,
  ahead_seconds bigint not null check (ahead_seconds > 0)
);
select wall_off('test_clocks');
-- For `clock_of`, which runs as the owner.
create policy read_by_owner on test_clocks for select to current_user using (true);

-- How many seconds the clock of a tenant is ahead, as text for `app.clock`. It runs as the owner, so it tells requests the clock
-- of their own tenant only.
create function clock_of(tenant text) returns text language plpgsql stable security definer as $$
begin
  if not pg_has_role(session_user, 'hubbub_workers', 'member') and tenant is distinct from public.sealed_tenant() then
    return '0';
  end if;
  return coalesce((select c.ahead_seconds::text from public.test_clocks c where c.tenant_id = tenant), '0');
end $$;

-- Notes the tenant's clock for the transaction. The first statement that needs it asks; most transactions do not.
create function clock_asked() returns text language plpgsql stable security definer as $$
begin
  return set_config('app.clock', public.clock_of(public.sealed_tenant()), true);
end $$;

create function tenant_ahead() returns interval language sql stable as $$
  select coalesce(nullif(current_setting('app.clock', true), ''), clock_asked())::float8 * interval '1 second'
$$;

-- The time that the tenant of this transaction lives in.
create function tenant_now() returns timestamptz language sql stable as $$ select now() + tenant_ahead() $$;

-- When the database's clock shows what the tenant's shows at a scheduled time; what is due already stays.
create function due_at(at timestamptz, ahead interval) returns timestamptz language sql stable as $$
  select case when at > now() then at - ahead else at end
$$;

-- As `due_at`. Volatile, so that it sees a clock that was moved while the statement waited for its locks.
create function due_time(tenant text, at timestamptz) returns timestamptz language plpgsql volatile as $$
begin
  if at is null or at <= now() then return at; end if;
  return at - coalesce((select c.ahead_seconds from test_clocks c where c.tenant_id = tenant), 0) * interval '1 second';
end $$;

-- WORKSPACES

create table workspaces (
  id text collate "C" primary key,
  name text not null,
  plan text not null,
  created_at timestamptz(3) not null default now(),
  -- The paid cycle. Null: windows of 30 days from the creation of the workspace.
  subscription_period_start timestamptz(3),
  subscription_period_end timestamptz(3),
  -- The workspace owes money since then, and both of its tenants are blocked.
  billing_blocked_at timestamptz(3),
  constraint workspaces_subscription_period check (
    (subscription_period_start is null) = (subscription_period_end is null) and subscription_period_start < subscription_period_end)
);
grant select, insert, update, delete on workspaces to hubbub_workers;

-- The live and the test tenant of a workspace. The counters and the event sequence share one row, which every transaction locks
-- last; another order deadlocks. A charge locks this row and nothing else, so the row carries copies of what charges, requests
-- and events need of the workspace. A change of the plan locks it too: each charge sees the plan before it or after it.
create table tenants (
  tenant_id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id),
  mode tenant_mode not null,
  -- The part of the simulator that belongs to one test tenant. Its id is the secret that opens it.
  world text collate "C" unique,
  seq bigint not null default 0,
  -- The period of the counters. From its end on the next charge finds the period again.
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null default '-infinity',
  posts_used integer not null default 0,
  interactions_used integer not null default 0,
  exports_used integer not null default 0,
  storage_bytes bigint not null default 0,
  storage_reserved_bytes byte_count not null default 0,
  media_count integer not null default 0,
  -- Whether the tenant ever had a webhook endpoint. Without one, nobody looks for endpoints that want an event.
  has_endpoints boolean not null default false,
  -- Copies of the workspace's columns.
  plan text not null,
  workspace_created_at timestamptz(3) not null,
  subscription_period_start timestamptz(3),
  subscription_period_end timestamptz(3),
  billing_blocked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, mode),
  constraint tenants_world_check check ((world is null) = (mode = 'live'))
) with (fillfactor = 50);
select wall_off('tenants');

create function copy_plan() returns trigger language plpgsql as $$
begin
  update tenants t set plan = new.plan, workspace_created_at = new.created_at, period_end = '-infinity',
    subscription_period_start = new.subscription_period_start, subscription_period_end = new.subscription_period_end
  where t.workspace_id = new.id;
  return null;
end $$;
create trigger copy_plan after update of plan, created_at, subscription_period_start, subscription_period_end on workspaces
  for each row execute function copy_plan();

create function copy_billing_block() returns trigger language plpgsql as $$
begin
  update tenants t set billing_blocked_at = new.billing_blocked_at where t.workspace_id = new.id;
  return null;
end $$;
create trigger copy_billing_block after update of billing_blocked_at on workspaces
  for each row when (old.billing_blocked_at is distinct from new.billing_blocked_at) execute function copy_billing_block();

-- The one user of each workspace, and the deletion of the workspace.
create table owners (
  workspace_id text collate "C" primary key references workspaces (id),
  id text collate "C" not null unique,
  email text,
  is_onboarding boolean not null default true,
  use_case text,
  referral text,
  -- An account that one brand has is not moved by connecting it to another.
  locks_accounts boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- No key works from then on. Null: the workspace is not deleted.
  deleted_at timestamptz(3),
  -- When the rows, files and secrets go, and whether that has begun: then nothing brings the workspace back.
  purge_at timestamptz(3),
  is_purging boolean not null default false,
  -- When the deletion's next step is due.
  due_at timestamptz(3),
  lease_until timestamptz(3) not null default '-infinity'
);
create index owners_due on owners (due_at) where due_at is not null;
select wall_off_workspace('owners');

-- What pages for customers show of a workspace; each tenant has its own.
create table workspace_profiles (
  tenant_id text collate "C" primary key,
  name text not null,
  logo_media_id text collate "C",
  -- A zone of the IANA database. A brand without its own has this one.
  timezone text not null default 'UTC',
  updated_at timestamptz(3) not null default now()
);
select wall_off('workspace_profiles');

create table brands (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  logo_media_id text collate "C",
  timezone text,
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
select wall_off('brands');

create table api_keys (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  hash bytea not null unique,
  preview text not null,
  scopes text[] not null default '{}',
  brand_ids text[] not null default '{}',
  -- Addresses and CIDR blocks that the key may be used from; empty: any.
  allowed_ips text[] not null default '{}',
  is_active boolean not null default true,
  -- When the key ends by itself, by the clock of the database; null: never.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Who made the row, and who changed it last: {"type", "id", "name"}. Null: nobody at a door.
  created_by jsonb,
  changed_by jsonb,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create index api_keys_newest on api_keys (tenant_id, created_at, id);
select wall_off('api_keys');

create table idempotency_keys (
  tenant_id text collate "C" not null,
  scope text not null,
  key text not null,
  -- The actor that made the request. One that is limited to brands may always replay its own.
  actor_id text collate "C" not null,
  request_hash bytea not null,
  status integer not null,
  -- The body of the response, encrypted when it holds a secret; null when the response is rendered again from `ref`.
  body text,
  is_sealed boolean not null default false,
  ref text collate "C",
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, scope, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
select wall_off('idempotency_keys');

-- Announcements of the operator for all workspaces.
create table announcements (
  id text collate "C" primary key,
  kind text not null check (kind in ('maintenance', 'incident', 'product_update', 'breaking_change')),
  title text not null,
  body text not null,
  link_url text,
  link_label text,
  window_start timestamptz(3),
  window_end timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index announcements_recent on announcements (created_at desc, id desc);
grant select on announcements to hubbub_app;
grant select, insert, delete on announcements to hubbub_workers;

create table announcement_views (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  announcement_id text collate "C" not null references announcements (id) on delete cascade,
  seen_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, announcement_id)
);
create index announcement_views_of on announcement_views (announcement_id);
select wall_off_workspace('announcement_views');

create table feedback (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  type text not null check (type in ('bug', 'feature_request', 'general')),
  message text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index feedback_recent on feedback (created_at desc, id desc);
select wall_off_workspace('feedback');

-- INSTALLATION
-- Requests have nothing to do with these tables.

-- Each restore begins an epoch.
create table installation (
  is_only boolean primary key default true check (is_only),
  epoch integer not null default 1,
  restored_at timestamptz(3),
  backup_at timestamptz(3),
  -- Whether the intent journal survived, as the last restore found it, and why not.
  journal jsonb
);
insert into installation default values;
grant select, insert, update on installation to hubbub_workers;

-- The time and the place of the newest backup.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  at timestamptz(3) not null,
  -- A folder, or a bucket with a prefix.
  place text not null
);
grant select on last_backup to hubbub_workers;

-- An import that has begun. Its rows are here, but nothing shows them before its workspace is.
create table workspace_imports (
  workspace_id text collate "C" primary key,
  name text not null,
  live_tenant_id text collate "C" not null,
  test_tenant_id text collate "C" not null,
  world text collate "C" not null,
  -- The SHA-256 of the archive's manifest: only the same archive continues the import.
  archive text not null,
  -- The tables whose rows are all here.
  tables_done text[] not null default '{}',
  started_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on workspace_imports to hubbub_workers;

-- Tenants that nothing acts for: after a restore, an import or an export, until the operator releases them.
create table holds (
  tenant_id text collate "C" primary key,
  reason text not null check (reason in ('restore', 'import', 'export')),
  held_at timestamptz(3) not null default now(),
  -- The time of the backup. What was done on the platforms from then on is not known here.
  since timestamptz(3) not null,
  -- Since when the platforms are asked what was done meanwhile. Null: they are not asked.
  checking_since timestamptz(3)
);
select wall_off('holds');

-- The fate of actions that were not finished at the time of the backup.
create table restore_findings (
  tenant_id text collate "C" not null,
  action_id text collate "C" not null,
  account_id text collate "C" not null,
  finding text not null default 'waiting'
    check (finding in ('waiting', 'adopted', 'absent', 'in_doubt', 'unconfirmed', 'unreadable_account', 'cancelled', 'gone')),
  decided_by text check (decided_by in ('journal', 'platform')),
  -- The words of the intent journal about the action. Null: there is no journal.
  evidence jsonb,
  -- Items of the account that nothing here explains: `[{"platform_id", "permalink"}]`.
  candidates jsonb not null default '[]',
  -- Why it could not be looked up yet, or is not known.
  reason text,
  retry_count integer not null default 0,
  -- The time of its next lookup. Null: it is decided.
  due_at timestamptz(3) default now(),
  decided_at timestamptz(3),
  primary key (tenant_id, action_id)
);
create index restore_findings_due on restore_findings (due_at) where due_at is not null;
create index restore_findings_account on restore_findings (tenant_id, account_id);
select wall_off('restore_findings');
