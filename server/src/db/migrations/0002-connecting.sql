-- Accounts, the ways to connect them, and the apps and logins behind them.

create domain account_status as text check (value in ('active', 'reconnect_required'));

-- The account's row is also the head of its queue of outward actions: one action of an account runs at a time, under the lease
-- that is kept here. `next_due_at` is the earliest due action.
create table accounts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  platform text not null,
  -- The id on the platform, and the server that the account lives on. The server is empty on platforms that are one server, and
  -- for accounts that were connected before servers were noted.
  platform_id text not null,
  server text collate "C" not null default '',
  name text not null,
  username text not null,
  picture_url text,
  bio text,
  metadata jsonb not null default '{}',
  status account_status not null default 'active',
  reconnect_reason text,
  credentials text not null,
  app_id text not null default '',
  login_id text collate "C",
  disconnected_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),

  next_due_at timestamptz(3),
  lease_until timestamptz(3) not null default '-infinity',
  lease_attempt integer not null default 0,
  -- Until when the platform takes nothing of the account, and since when. An action that has waited long enough since then fails
  -- instead of waiting for the end. `throttled_at` is null when the platform's last response was something else.
  not_before timestamptz(3) not null default '-infinity',
  throttled_at timestamptz(3),

  -- Tokens that end: when the worker looks at the account again (while it works: the end of its lease), and the end that the
  -- tenant was told of.
  token_expires_at timestamptz(3),
  token_check_at timestamptz(3) not null default '-infinity',
  token_attempt integer not null default 0,
  token_told_for timestamptz(3),
  refresh_lease_until timestamptz(3) not null default '-infinity',

  -- How often an account is polled follows what happens there: `poll_active_at` is when something last did.
  poll_due_at timestamptz(3),
  poll_lease_until timestamptz(3) not null default '-infinity',
  poll_attempt integer not null default 0,
  poll_cursor text,
  polled_at timestamptz(3),
  poll_active_at timestamptz(3),
  -- The position in the account's old conversations; null before the first page.
  history_cursor text,
  -- The callbacks that the account is subscribed to, in the connector's words; null when nobody noted it.
  subscription text,
  -- Platforms that report no removals are asked now and then which items of the inbox are gone. `recheck_position` is the last
  -- item that was asked about, as its time and platform id; null: from the newest on.
  recheck_due_at timestamptz(3) not null default '-infinity',
  recheck_position text,
  primary key (tenant_id, id)
) with (fillfactor = 70);
create unique index accounts_on_server on accounts (tenant_id, platform, platform_id, server) where disconnected_at is null;
create index accounts_brand on accounts (tenant_id, brand_id) where disconnected_at is null;
create index accounts_login on accounts (tenant_id, login_id) where login_id is not null;
create index accounts_due on accounts (next_due_at) where next_due_at is not null;
create index accounts_throttled on accounts (throttled_at) where throttled_at is not null;
create index accounts_poll_due on accounts (poll_due_at) where poll_due_at is not null;
create index accounts_token_check on accounts (token_check_at)
  where token_expires_at is not null and status = 'active' and disconnected_at is null;
-- Callbacks name an account by its id. One about a removed app names a person.
create index accounts_by_platform_id on accounts (platform, platform_id) where disconnected_at is null;
create index accounts_by_app_scoped_id on accounts (platform, (metadata ->> 'app_scoped_id'))
  where disconnected_at is null and metadata ->> 'app_scoped_id' is not null;
-- Accounts that a person must connect again, now or soon, are counted for /metrics.
create index accounts_renewals on accounts (platform, tenant_id)
  where disconnected_at is null and (status = 'reconnect_required' or token_told_for is not null);
select wall_off('accounts');

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
create index shared_logins_by_person on shared_logins (platform, platform_id);
select wall_off('shared_logins');

-- Access of disconnected accounts. It stays here until its platform has revoked it, for 30 days at most.
create table revocations (
  tenant_id text collate "C" not null,
  -- The account.
  id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  username text not null,
  metadata jsonb not null,
  credentials text not null,
  noted_at timestamptz(3) not null default now(),
  due_at timestamptz(3),
  failures integer not null default 0,
  error text,
  -- Nobody tries any more since then.
  given_up_at timestamptz(3),
  primary key (tenant_id, id)
);
create index revocations_due on revocations (due_at);
create index revocations_given_up on revocations (given_up_at) where given_up_at is not null;
select wall_off('revocations');

-- A login between the link to the platform's consent page and the return of the browser. The state is kept as a hash; what the
-- exchange needs (app, verifier, the account's own server) is encrypted.
create table connect_states (
  tenant_id text collate "C" not null,
  state_hash bytea not null,
  platform text not null,
  -- Who began the login: an actor of the API, or an invite.
  actor_id text collate "C",
  invite_id text collate "C",
  -- Null: a new brand is made when the account is there.
  brand_id text collate "C",
  -- Where the platform sends the browser, and where we send it afterwards.
  callback_uri text not null,
  redirect_uri text,
  caller_state text,
  secrets text not null,
  -- The browser that the login began in; null: it began with a call of the API.
  browser_hash bytea,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, state_hash)
);
create unique index connect_states_hash on connect_states (state_hash);
create index connect_states_expiry on connect_states (expires_at);
select wall_off('connect_states');

-- A login that reaches several profiles, while somebody chooses one.
create table pending_connections (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  platform text not null,
  brand_id text collate "C",
  invite_id text collate "C",
  -- What may be shown of the candidates. Their tokens are in `secrets`, encrypted.
  profiles jsonb not null,
  secrets text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create index pending_connections_expiry on pending_connections (expires_at);
select wall_off('pending_connections');

create table redirect_uris (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  uri text not null,
  label text,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create unique index redirect_uris_uri on redirect_uris (tenant_id, uri);
select wall_off('redirect_uris');

create table invites (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  platform text not null,
  -- The account whose access the invite renews; null: a new one.
  account_id text collate "C",
  token_hash bytea not null,
  -- Encrypted. It is stored because the list shows it.
  token text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create unique index invites_token on invites (token_hash);
create index invites_brand on invites (tenant_id, brand_id, created_at desc, id desc);
select wall_off('invites');

-- Credentials of the installation's apps. An app of the simulator belongs to a world; '' is the app of live tenants. Platforms of
-- many servers know us on each of them by another app.
create table platform_apps (
  world text collate "C" not null default '',
  platform text not null,
  server text not null default '',
  client_id text not null,
  client_secret text not null,
  verify_token text not null,
  primary key (world, platform, server)
);
grant select, insert, update, delete on platform_apps to hubbub_workers;

-- Apps whose platform takes no calls for a while, from any account.
create table app_pauses (
  platform text not null,
  app_id text not null,
  until timestamptz(3) not null,
  since timestamptz(3) not null default now(),
  primary key (platform, app_id)
);
create index app_pauses_until on app_pauses (until);
grant select, insert, update, delete on app_pauses to hubbub_workers;

-- Reading leaves half of a platform's calls to other work: the calls that readings made with an app, in the window of its platform's limit that ends at `until`.
create table app_calls (
  platform text not null,
  app_id text not null,
  until timestamptz(3) not null,
  calls integer not null,
  primary key (platform, app_id)
);
create index app_calls_until on app_calls (until);
grant select, insert, update, delete on app_calls to hubbub_workers;

-- Credentials of apps that a customer brings: one default set (brand_id '') and one for each brand that differs.
create table own_apps (
  tenant_id text collate "C" not null,
  platform text not null,
  brand_id text collate "C" not null,
  client_id_hint text not null,
  credentials text not null,
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, platform, brand_id)
);
select wall_off('own_apps');
