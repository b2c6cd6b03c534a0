-- An account on its way: from the link to the platform's consent page until the browser comes back. The state itself is
-- kept as a hash; what the exchange needs (app, verifier, the account's own server) is sealed.
create table connect_states (
  tenant_id text collate "C" not null,
  state_hash bytea not null,
  platform text not null,
  -- null: opened by an invite.
  key_id text collate "C",
  invite_id text collate "C",
  -- null: a new brand is made when the account is there.
  brand_id text collate "C",
  -- Where the platform sends the browser, and where we send it afterwards.
  callback_uri text not null,
  redirect_uri text,
  caller_state text,
  secrets text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, state_hash)
);
create unique index connect_states_hash on connect_states (state_hash);
create index connect_states_expiry on connect_states (expires_at);

-- A login that reaches several profiles, while somebody chooses one.
create table pending_connections (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  platform text not null,
  brand_id text collate "C",
  invite_id text collate "C",
  -- What may be shown of the candidates; their tokens are sealed.
  profiles jsonb not null,
  secrets text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index pending_connections_expiry on pending_connections (expires_at);

create table redirect_uris (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  uri text not null,
  label text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index redirect_uris_uri on redirect_uris (tenant_id, uri);

create table invites (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  platform text not null,
  token_hash bytea not null,
  -- Sealed, because the list shows it.
  token text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index invites_token on invites (token_hash);
create index invites_brand on invites (tenant_id, brand_id, created_at desc, id desc);

-- Credentials of platform apps that a customer brings: one default set (brand_id '') and one for each brand that differs.
create table own_apps (
  tenant_id text collate "C" not null,
  platform text not null,
  brand_id text collate "C" not null,
  client_id_hint text not null,
  credentials text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, platform, brand_id)
);

-- Platforms of many servers know us on each of them by another app.
alter table platform_apps add column server text not null default '';
alter table platform_apps drop constraint platform_apps_pkey;
alter table platform_apps add primary key (mode, platform, server);

do $$
declare
  name text;
begin
  foreach name in array array['connect_states', 'pending_connections', 'redirect_uris', 'invites', 'own_apps'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I to hubbub_app using (tenant_id = (select current_setting(''app.tenant'', true)))', name);
    execute format('create policy every_tenant on %I to hubbub_lanes using (true)', name);
    execute format('grant select, insert, update, delete on %I to hubbub_app, hubbub_lanes', name);
  end loop;
end $$;
