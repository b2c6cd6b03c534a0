-- Puts a table with `workspace_id` behind the wall: requests of either half reach the rows of their workspace, workers
-- all rows.
create function wall_off_workspace(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('create policy own_workspace on %s to hubbub_app using (workspace_id = (
    select t.workspace_id from public.tenants t where t.tenant_id = public.sealed_tenant()))', walled);
  execute format('create policy every_workspace on %s to hubbub_lanes using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_lanes', walled);
end $$;
revoke execute on function wall_off_workspace from public;

-- The one user of each workspace, and what became of a workspace that the owner deleted.
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
insert into owners (workspace_id, id, created_at) select id, 'usr_' || substr(id, 4), created_at from workspaces;
select wall_off_workspace('owners');

-- Access to platforms that is still to be revoked, of accounts that were disconnected.
create table revocations (
  tenant_id text collate "C" not null,
  -- The account.
  id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  username text not null,
  metadata jsonb not null,
  credentials text not null,
  due_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index revocations_due on revocations (due_at);
select wall_off('revocations');

-- Zones of the IANA database. A brand without its own has the workspace's.
alter table workspace_profiles add column timezone text not null default 'UTC';
alter table brands add column timezone text;

-- News of the operator for all workspaces.
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
grant select, insert, delete on announcements to hubbub_lanes;

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
