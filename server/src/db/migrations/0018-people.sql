-- People belong to the installation, not to a tenant. A person is sealed like a tenant, by its own id, and sees its own rows only:
-- a request that works for a tenant sees no person at all.
create function wall_off_person(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('create policy own_person on %s to hubbub_app using (user_id = public.sealed_tenant())', walled);
  execute format('create policy every_person on %s to hubbub_workers using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_workers', walled);
end $$;
revoke execute on function wall_off_person from public;

create table people (
  user_id text collate "C" primary key,
  name text not null,
  address text not null,
  -- When mail or an OIDC provider proved that the address is the person's; null: anybody may have given it.
  address_proved_at timestamptz(3),
  -- argon2id in PHC form; null: the person signs in by other ways.
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index people_by_proved_address on people (lower(address)) where address_proved_at is not null;
create index people_by_address on people (lower(address), created_at);
select wall_off_person('people');

create table passkeys (
  -- The id that the authenticator gave it, as base64url.
  id text collate "C" primary key,
  user_id text collate "C" not null references people (user_id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_person on passkeys (user_id);
select wall_off_person('passkeys');

-- Who a person is at an OIDC provider.
create table identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references people (user_id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index identities_of_person on identities (user_id);
select wall_off_person('identities');

create table sessions (
  -- SHA-256 of the cookie.
  hash bytea primary key,
  id text collate "C" not null unique,
  user_id text collate "C" not null references people (user_id) on delete cascade,
  -- Where and with what the person signed in.
  ip text not null,
  agent text not null,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  -- 14 days after it was seen last, 90 days after the sign-in at most.
  expires_at timestamptz(3) not null
);
create index sessions_of_person on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
select wall_off_person('sessions');

-- What may be used once: links by which a person sets a password, and answers of sign-ins that must not come twice.
create table person_tokens (
  hash bytea primary key,
  -- null: an answer that was used.
  user_id text collate "C" references people (user_id) on delete cascade,
  -- The address that the link was mailed to, which its use proves; null: the operator gave the link.
  address text,
  expires_at timestamptz(3) not null
);
create index person_tokens_of_person on person_tokens (user_id);
create index person_tokens_by_end on person_tokens (expires_at);
select wall_off_person('person_tokens');

create domain member_role as text check (value in ('owner', 'admin', 'editor', 'responder', 'viewer', 'client'));
create domain member_sending as text check (value in ('direct', 'held'));

create table memberships (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references people (user_id) on delete cascade,
  role member_role not null,
  -- Of both environments; null: all.
  brand_ids text[] check (brand_ids <> '{}'),
  sending member_sending not null,
  can_approve boolean not null,
  created_by jsonb,
  changed_by jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index memberships_of_person on memberships (user_id);
select wall_off_workspace('memberships');

create table invitations (
  workspace_id text collate "C" not null,
  id text collate "C" not null unique,
  -- SHA-256 of the token in the link, and of the one that only the mail has.
  hash bytea not null unique,
  mail_hash bytea unique,
  -- null: the operator's link, whose owner tells the address.
  email text,
  role member_role not null,
  brand_ids text[] check (brand_ids <> '{}'),
  sending member_sending not null,
  can_approve boolean not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  created_by jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create index invitations_by_end on invitations (expires_at);
create index invitations_by_age on invitations (workspace_id, created_at desc, id desc);
select wall_off_workspace('invitations');

-- The names and addresses of the members of the workspace of this transaction, for requests of its tenants. It runs as the owner.
create policy read_by_owner on people for select to current_user using (true);
create policy read_by_owner on memberships for select to current_user using (true);
create policy read_by_owner on tenants for select to current_user using (true);
create function people_of_workspace() returns table (user_id text, name text, address text, is_proved boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.name, p.address, p.address_proved_at is not null from people p
  where p.user_id in (select m.user_id from memberships m where m.workspace_id = public.sealed_workspace())
$$;
revoke execute on function people_of_workspace from public;
grant execute on function people_of_workspace to hubbub_app;

-- What people and agents changed, and what keys changed of the workspace.
create table audit (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null default tenant_now(),
  actor jsonb not null,
  -- Its id: no index on an expression serves a filter behind the wall.
  actor_id text collate "C" not null,
  action text collate "C" not null,
  resource_type text,
  resource_id text collate "C",
  -- {"field": [before, after]}
  changes jsonb not null,
  ip text,
  request_id text not null,
  primary key (tenant_id, id)
);
create index audit_in_order on audit (tenant_id, at, id);
create index audit_by_resource on audit (tenant_id, resource_id, at, id);
create index audit_by_actor on audit (tenant_id, actor_id, at, id);
create index audit_by_action on audit (tenant_id, action, at, id);
create index audit_by_time on audit (at);
create index audit_with_ip on audit (at) where ip is not null;
select wall_off('audit');
-- What a request has written stays as it is.
revoke update, delete on audit from hubbub_app;

alter table api_keys
  add column sending member_sending not null default 'direct',
  add column can_approve boolean not null default false,
  -- Agents that act for it may send alone.
  add column agents_direct boolean not null default false,
  -- It may do what only an owner may: billing, ownership and the deletion of the workspace.
  add column is_owner boolean not null default true;
