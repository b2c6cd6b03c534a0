-- The first schema. Every row belongs to one tenant and `tenant_id` leads every key, so that one tenant's rows can be
-- walled off, moved or partitioned as a whole. Identifiers and sort keys compare by bytes (collate "C").

create table workspaces (
  id text collate "C" primary key,
  name text not null,
  plan text not null,
  created_at timestamptz(3) not null default now()
);

-- The live and the test half of a workspace. The counters and the event sequence share one row, which every
-- transaction locks last; another order deadlocks.
create table tenants (
  tenant_id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id),
  mode text not null check (mode in ('live', 'test')),
  seq bigint not null default 0,
  period_start timestamptz(3) not null,
  posts_used integer not null default 0,
  interactions_used integer not null default 0,
  storage_bytes bigint not null default 0,
  media_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, mode)
) with (fillfactor = 50);

create table api_keys (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  hash bytea not null unique,
  preview text not null,
  scopes text[] not null default '{}',
  brand_ids text[] not null default '{}',
  is_active boolean not null default true,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

-- Credentials of the platform apps of this installation: one per platform for live, one for the simulator.
create table platform_apps (
  mode text not null,
  platform text not null,
  client_id text not null,
  client_secret text not null,
  verify_token text not null,
  primary key (mode, platform)
);

-- Apps whose platform takes no calls for a while, whatever the account.
create table app_pauses (
  platform text not null,
  app_id text not null,
  until timestamptz(3) not null,
  primary key (platform, app_id)
);

create table brands (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

-- The account's row is also the head of its queue of outward actions: one action of an account runs at a time, under
-- the lease kept here. `next_due_at` is the earliest due action.
create table accounts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  name text not null,
  username text not null,
  picture_url text,
  bio text,
  metadata jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'reconnect_required')),
  reconnect_reason text,
  credentials text not null,
  app_id text not null default '',
  token_expires_at timestamptz(3),
  next_due_at timestamptz(3),
  not_before timestamptz(3) not null default '-infinity',
  lease_until timestamptz(3) not null default '-infinity',
  lease_attempt integer not null default 0,
  refresh_lease_until timestamptz(3) not null default '-infinity',
  poll_due_at timestamptz(3),
  poll_lease_until timestamptz(3) not null default '-infinity',
  poll_attempt integer not null default 0,
  poll_cursor text,
  disconnected_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 70);
create unique index accounts_platform_id on accounts (tenant_id, platform, platform_id) where disconnected_at is null;
create index accounts_brand on accounts (tenant_id, brand_id) where disconnected_at is null;
create index accounts_due on accounts (next_due_at) where next_due_at is not null;
create index accounts_poll_due on accounts (poll_due_at) where poll_due_at is not null;
create index accounts_by_platform_id on accounts (platform, platform_id) where disconnected_at is null;

create table posts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  text text,
  title text,
  status text not null check (status in ('draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled')),
  visibility text,
  first_comment text,
  media jsonb not null default '[]',
  platform_data jsonb not null default '{}',
  segments jsonb,
  hidden boolean not null default false,
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  retry_count integer not null default 0,
  -- The period whose allowance paid for the running attempt; null when nothing is open.
  charged_period timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 80);
create index posts_created on posts (tenant_id, created_at desc, id desc);
create index posts_status on posts (tenant_id, status, created_at desc, id desc);
create index posts_scheduled on posts (tenant_id, scheduled_at, id) where scheduled_at is not null;

-- Same text, media and targets twice within two minutes: this row decides who was first.
create table post_fingerprints (
  tenant_id text collate "C" not null,
  fingerprint bytea not null,
  post_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, fingerprint)
);
create index post_fingerprints_expiry on post_fingerprints (expires_at);

-- The ledger of everything we do to the outside world: publishing a post to one account, a reply, later a message or
-- a deletion. `state` walks claimed → prepared → sending → reconciling and is committed before each step.
create table actions (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  kind text not null check (kind in ('publish', 'segment', 'first_comment', 'remove', 'edit', 'reply')),
  -- The target that a segment, first comment, removal or edit belongs to; and what was asked for together.
  parent_id text collate "C",
  batch text collate "C",
  post_id text collate "C",
  position integer not null default 0,
  -- What is to be sent: overrides of the target, or text and parent of a reply.
  input jsonb not null,
  status text not null check (status in ('pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled')),
  due_at timestamptz(3),
  scheduled_at timestamptz(3),
  state text check (state in ('claimed', 'prepared', 'sending', 'reconciling')),
  attempt integer not null default 0,
  -- How often the row was picked up in this attempt; bounds a row that kills its worker.
  pickups integer not null default 0,
  tries integer not null default 0,
  repeats integer not null default 0,
  looks integer not null default 0,
  send_key text,
  prepared jsonb,
  intent_at timestamptz(3),
  started_at timestamptz(3),
  platform_id text,
  permalink text,
  published_at timestamptz(3),
  error jsonb,
  -- What became of the extras of a target: parts of a thread, first comment, how late it started.
  metadata jsonb not null default '{}',
  charged_period timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index actions_due on actions (tenant_id, account_id, due_at, id) where due_at is not null;
create index actions_post on actions (tenant_id, post_id, position) where post_id is not null;
create index actions_held on actions (tenant_id, account_id, platform_id) where platform_id is not null;

-- The journal of each action, evidence of what happened when.
create table attempts (
  tenant_id text collate "C" not null,
  action_id text collate "C" not null,
  attempt integer not null,
  step integer not null,
  state text not null,
  detail jsonb not null default '{}',
  at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, action_id, attempt, step)
);

create table idempotency_keys (
  tenant_id text collate "C" not null,
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  -- The answer's body, sealed when it holds a secret; null when the answer is rendered anew from `ref`.
  body text,
  is_sealed boolean not null default false,
  ref text collate "C",
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, scope, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table media (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  status text not null check (status in ('pending', 'ready', 'failed')),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index media_created on media (tenant_id, created_at desc, id desc) where status = 'ready';

-- Posts of an account as its platform shows them, ours or not, that have or had comments.
create table inbox_posts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  post_id text collate "C",
  content text not null default '',
  thumbnail text not null default '',
  permalink text not null default '',
  comment_count integer not null default 0,
  like_count integer not null default 0,
  published_at timestamptz(3),
  last_comment_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index inbox_posts_commented on inbox_posts (tenant_id, last_comment_at desc, id desc) where last_comment_at is not null;

create table comments (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  inbox_post_id text collate "C" not null,
  platform_id text not null,
  parent_platform_id text,
  author jsonb not null,
  text text not null,
  is_owner boolean not null,
  like_count integer not null default 0,
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index comments_of_post on comments (tenant_id, inbox_post_id, created_at desc, id desc);
create index comments_of_parent on comments (tenant_id, inbox_post_id, parent_platform_id, created_at desc, id desc);

create table conversations (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  page_id text,
  platform text not null,
  platform_id text not null,
  participant_id text not null,
  participant_name text not null default '',
  participant_picture text,
  last_message text,
  last_message_at timestamptz(3),
  status text not null default 'active' check (status in ('active', 'archived')),
  unread_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index conversations_recent on conversations (tenant_id, coalesce(last_message_at, created_at) desc, id desc);

create table reviews (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  rating integer not null check (rating between 1 and 5),
  text text,
  author jsonb not null,
  reply jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index reviews_recent on reviews (tenant_id, created_at desc, id desc);

-- Verified platform callbacks as they came in, one row for each tenant that holds the account. A lane reads them.
create table callbacks (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  key text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null default now(),
  due_at timestamptz(3) default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt integer not null default 0,
  error text,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, key)
);
create index callbacks_due on callbacks (due_at) where due_at is not null;

-- The event log of a tenant: `seq` has no gaps and follows the order of commits.
create table events (
  tenant_id text collate "C" not null,
  seq bigint not null,
  id text collate "C" not null,
  type text not null,
  category text not null,
  status text not null default 'ok',
  platform text,
  account_id text collate "C",
  resource_id text collate "C",
  summary text not null,
  data jsonb not null,
  raw_payload jsonb,
  error_category text,
  error_message text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, seq)
);

create table webhook_endpoints (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  secret text not null,
  secret_hint text not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

create table deliveries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_seq bigint not null,
  event_type text not null,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  due_at timestamptz(3) default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt integer not null default 0,
  response_status_code integer,
  response_duration_ms integer,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index deliveries_due on deliveries (tenant_id, endpoint_id, due_at) where due_at is not null;
create index deliveries_of_endpoint on deliveries (tenant_id, endpoint_id, created_at desc, id desc);

-- One row for each endpoint that has deliveries waiting: lets the lane take a little from each endpoint instead of
-- much from the one with the longest queue.
create table delivery_queues (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  next_due_at timestamptz(3),
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 50);
create index delivery_queues_due on delivery_queues (next_due_at) where next_due_at is not null;

create table delivery_attempts (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  attempt integer not null,
  status_code integer,
  response_body text,
  error_message text,
  duration_ms integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, delivery_id, attempt)
);

-- Ends a statement that must leave nothing behind; the reason is the message.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'HB001', message = reason;
end $$;

-- The 30-day window, counted from a workspace's creation, that an instant lies in.
create function period_start(created timestamptz, at timestamptz) returns timestamptz language sql immutable as $$
  select created + floor(extract(epoch from at - created) / 2592000) * interval '720 hours'
$$;

-- The earliest due action of an account. Volatile, so that it reads with a snapshot of its own: inside a statement that
-- has locked the account it sees what was committed after that statement began.
create function earliest_due(tenant text, account text) returns timestamptz language plpgsql volatile as $$
begin
  return (select min(due_at) from actions where tenant_id = tenant and account_id = account);
end $$;
