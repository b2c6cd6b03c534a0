-- Numbers of accounts and posts over time, and exports. A metric that a platform does not report is absent in `metrics`, never 0.

-- When the numbers of an account and of its posts are read next, and the account's newest ones. `id` is the account's. `due_at` is
-- the earliest time of the account and its posts; null: nothing is read.
create table metric_readings (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  due_at timestamptz(3),
  lease_until timestamptz(3) not null default '-infinity',
  attempt integer not null default 0,
  account_due_at timestamptz(3) not null,
  -- Failures in a row, which lengthen the pause.
  failures integer not null default 0,
  -- How far the platform's own days were read: a day of the platform.
  days_read_until date,
  metrics jsonb not null default '{}',
  read_at timestamptz(3),
  primary key (tenant_id, id)
);
create index metric_readings_due on metric_readings (due_at) where due_at is not null;
select wall_off('metric_readings');

-- The newest numbers of each post of an account, made by us or elsewhere. `post_id` is ours, `platform_id` the platform's.
create table post_metrics (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  platform_id text not null,
  post_id text collate "C",
  published_at timestamptz(3) not null,
  metrics jsonb not null default '{}',
  -- Null: never read.
  read_at timestamptz(3),
  -- Null: read no more.
  next_read_at timestamptz(3),
  failures integer not null default 0,
  -- Why it is read no more.
  ended text check (ended in ('removed', 'old')),
  primary key (tenant_id, account_id, platform_id)
);
create index post_metrics_due on post_metrics (tenant_id, account_id, next_read_at) where next_read_at is not null;
create index post_metrics_by_account on post_metrics (tenant_id, account_id, published_at);
create index post_metrics_by_time on post_metrics (tenant_id, published_at);
create index post_metrics_post on post_metrics (tenant_id, post_id) where post_id is not null;
select wall_off('post_metrics');

-- Earlier numbers of a post. They hold until the next snapshot: equal numbers leave none.
create table post_snapshots (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  platform_id text not null,
  taken_at timestamptz(3) not null,
  metrics jsonb not null,
  primary key (tenant_id, account_id, platform_id, taken_at)
);
-- Old snapshots become fewer; each is looked at once in each age.
create index post_snapshots_taken on post_snapshots (taken_at);
select wall_off('post_snapshots');

-- One row for each account and day: what the platform reports of the day, and what we counted from readings of posts. The reported
-- numbers win. `timezone` names the zone whose day it is. A row keeps its day when the brand's zone changes.
create table account_days (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  day date not null,
  timezone text not null,
  told jsonb not null default '{}',
  counted jsonb not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, account_id, day)
);
select wall_off('account_days');

-- The zone of the account's days.
create function zone_of_account(tenant text, account text) returns text language sql stable as $$
  select coalesce(b.timezone, (select p.timezone from workspace_profiles p where p.tenant_id = tenant), 'UTC')
  from accounts a left join brands b on b.tenant_id = a.tenant_id and b.id = a.brand_id
  where a.tenant_id = tenant and a.id = account
$$;

-- An account is read while it is connected and its access holds. A reading that runs meanwhile loses its fence.
create function plan_account_reading() returns trigger language plpgsql as $$
begin
  insert into metric_readings as r (tenant_id, id, due_at, account_due_at)
  values (new.tenant_id, new.id, case when new.disconnected_at is null and new.status = 'active' then now() + interval '1 minute' end, now() + interval '1 minute')
  on conflict (tenant_id, id) do update set due_at = excluded.due_at, attempt = r.attempt + 1, failures = 0, lease_until = '-infinity',
    account_due_at = least(r.account_due_at, excluded.account_due_at);
  return null;
end $$;
create trigger plan_account_reading_new after insert on accounts for each row execute function plan_account_reading();
create trigger plan_account_reading after update of disconnected_at, status on accounts for each row
  when ((old.disconnected_at is null, old.status) is distinct from (new.disconnected_at is null, new.status))
  execute function plan_account_reading();

-- A post is read from a quarter of an hour after its publication until it is taken down. The account's row is locked before those
-- of its posts, in the order in which a reading is settled.
create function plan_post_reading() returns trigger language plpgsql as $$
begin
  if new.status = 'unpublished' then
    update post_metrics set next_read_at = null, ended = 'removed'
    where tenant_id = new.tenant_id and account_id = new.account_id and platform_id = new.platform_id;
    return null;
  end if;
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do update set post_id = excluded.post_id;
  return null;
end $$;
create trigger plan_post_reading after update of status on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null and new.published_at is not null
    and new.status in ('published', 'unpublished') and old.status <> new.status)
  execute function plan_post_reading();

-- A post that was made elsewhere becomes known when it is commented on.
create function plan_foreign_reading() returns trigger language plpgsql as $$
begin
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do nothing;
  return null;
end $$;
create trigger plan_foreign_reading_new after insert on inbox_posts for each row
  when (new.published_at is not null) execute function plan_foreign_reading();
create trigger plan_foreign_reading after update of published_at on inbox_posts for each row
  when (new.published_at is not null and old.published_at is null) execute function plan_foreign_reading();

-- EXPORTS

-- Exports of all that an account has published. The row is the job. A worker reads an item at a time and stores it, so a killed
-- process continues where it was.
create table exports (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  stage text not null default 'listing'
    check (stage in ('listing', 'numbers', 'comments', 'transcripts', 'vision', 'writing', 'done')),
  include_transcript boolean not null,
  include_vision boolean not null,
  from_at timestamptz(3),
  to_at timestamptz(3),
  -- The limits of the plan when the export was made; -1 is unlimited.
  items_max int not null,
  transcripts_max int not null,
  expiry_days int not null,
  -- The period that paid. Null: the count was given back.
  charged_period timestamptz(3),
  -- Where the platform's list goes on.
  list_cursor text,
  -- Items whose numbers, comments, transcripts and pictures were read, and all comments.
  items int not null default 0,
  numbers_read int not null default 0,
  comments_read int not null default 0,
  transcripts_read int not null default 0,
  vision_read int not null default 0,
  comments int not null default 0,
  missing jsonb not null default '[]',
  files jsonb not null default '[]',
  error text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  -- Why and until when it waits for its platform.
  waits_until timestamptz(3),
  waits_for text,
  -- From then on nothing more is read.
  reads_until timestamptz(3),
  -- Failures since something was last stored, and the claim that stored it.
  retry_count int not null default 0,
  stored_attempt int not null default 0,
  -- The next work: reading, or removing the content of a closed export. Null: nothing is left.
  due_at timestamptz(3),
  lease_until timestamptz(3) not null default '-infinity',
  attempt int not null default 0,
  primary key (tenant_id, id)
);
-- One export at a time on an account, whoever asks.
create unique index exports_running on exports (tenant_id, account_id) where status in ('pending', 'processing');
create index exports_due on exports (due_at) where due_at is not null;
create index exports_newest on exports (tenant_id, created_at desc, id desc);
create index exports_by_status on exports (tenant_id, status, created_at desc, id desc);
create index exports_of_account on exports (tenant_id, account_id, created_at desc);
select wall_off('exports');

create table export_items (
  tenant_id text collate "C" not null,
  export_id text collate "C" not null,
  -- The newest is 0.
  position int not null,
  platform_id text not null,
  content jsonb not null,
  -- Null: not read yet.
  metrics jsonb,
  -- Why the numbers or the comments could not be read.
  metrics_missing text,
  comments_missing text,
  transcript jsonb,
  vision jsonb,
  primary key (tenant_id, export_id, position)
);
create unique index export_items_once on export_items (tenant_id, export_id, platform_id);
select wall_off('export_items');

create table export_comments (
  tenant_id text collate "C" not null,
  export_id text collate "C" not null,
  item_position int not null,
  -- The order in which the platform lists the comments of the item.
  position int not null,
  platform_id text not null,
  parent_platform_id text,
  author_id text not null,
  author text not null,
  text text not null,
  created_at timestamptz(3) not null,
  likes int,
  primary key (tenant_id, export_id, item_position, position)
);
create index export_comments_of_author on export_comments (tenant_id, author_id);
select wall_off('export_comments');
