-- One person's login that reaches pages of several brands. It lasts as long as an account came through it.
create table shared_logins (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  platform text not null,
  -- The person on the platform.
  platform_id text not null,
  credentials text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index shared_logins_platform_id on shared_logins (tenant_id, platform, platform_id);

alter table accounts add column login_id text collate "C";
create index accounts_login on accounts (tenant_id, login_id) where login_id is not null;

alter table shared_logins enable row level security;
alter table shared_logins force row level security;
create policy own_tenant on shared_logins to hubbub_app using (tenant_id = (select current_setting('app.tenant', true)));
create policy every_tenant on shared_logins to hubbub_lanes using (true);
grant select, insert, update, delete on shared_logins to hubbub_app, hubbub_lanes;
