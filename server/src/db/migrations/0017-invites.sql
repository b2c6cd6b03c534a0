-- What pages for customers show of a workspace; its live and its test half each have their own.
create table workspace_profiles (
  tenant_id text collate "C" primary key,
  name text not null,
  logo_media_id text collate "C",
  updated_at timestamptz(3) not null default now()
);
-- The owner sees the tenants of an older installation only while its own rows are not walled off from it.
alter table tenants no force row level security;
insert into workspace_profiles (tenant_id, name)
  select t.tenant_id, w.name from tenants t join workspaces w on w.id = t.workspace_id;
alter table tenants force row level security;

select wall_off('workspace_profiles');

alter table brands add column logo_media_id text collate "C";

-- The account that the invite renews the access of; null: a new one.
alter table invites add column account_id text collate "C";

-- The browser that the login began in; null: it began with a call of the API.
alter table connect_states add column browser_hash bytea;
