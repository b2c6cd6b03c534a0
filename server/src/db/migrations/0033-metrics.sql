-- Numbers of accounts and posts, kept over time. A metric that a platform does not tell is absent in `metrics`, never 0.

-- When the numbers of an account and of its posts are read next, and the account's newest ones. `id` is the account's.
-- `due_at` is the earliest time of the account and its posts; null: nothing is read.
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

-- The newest numbers of each post of an account, made by us or elsewhere. `post_id` is ours, `platform_id` the platform's.
create table post_metrics (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  platform_id text not null,
  post_id text collate "C",
  published_at timestamptz(3) not null,
  metrics jsonb not null default '{}',
  -- null: never read.
  read_at timestamptz(3),
  -- null: read no more.
  next_read_at timestamptz(3),
  failures integer not null default 0,
  -- Why it is read no more.
  ended text check (ended in ('removed', 'old')),
  primary key (tenant_id, account_id, platform_id)
);
create index post_metrics_due on post_metrics (tenant_id, account_id, next_read_at) where next_read_at is not null;
create index post_metrics_of_account on post_metrics (tenant_id, account_id, published_at desc, platform_id desc);
create index post_metrics_published on post_metrics (tenant_id, published_at desc, account_id, platform_id);
create index post_metrics_post on post_metrics (tenant_id, post_id) where post_id is not null;

-- What the numbers of a post were. They hold until the next snapshot: equal numbers leave none.
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

-- One row for each account and day: what the platform tells of the day, and what we counted from readings of posts.
-- What is told wins. `timezone` names the zone whose day it is. A row keeps its day when the brand's zone changes.
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

select wall_off('metric_readings'), wall_off('post_metrics'), wall_off('post_snapshots'), wall_off('account_days');

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

-- A post is read from a quarter of an hour after its publication until it is taken down.
create function plan_post_reading() returns trigger language plpgsql as $$
begin
  if new.status = 'unpublished' then
    update post_metrics set next_read_at = null, ended = 'removed'
    where tenant_id = new.tenant_id and account_id = new.account_id and platform_id = new.platform_id;
    return null;
  end if;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do update set post_id = excluded.post_id;
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  return null;
end $$;
create trigger plan_post_reading after update of status on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null and new.published_at is not null
    and new.status in ('published', 'unpublished') and old.status <> new.status)
  execute function plan_post_reading();

-- A post that was made elsewhere becomes known when it is commented on.
create function plan_foreign_reading() returns trigger language plpgsql as $$
begin
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do nothing;
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  return null;
end $$;
create trigger plan_foreign_reading_new after insert on inbox_posts for each row
  when (new.published_at is not null) execute function plan_foreign_reading();
create trigger plan_foreign_reading after update of published_at on inbox_posts for each row
  when (new.published_at is not null and old.published_at is null) execute function plan_foreign_reading();

-- What is connected and published already, spread over an hour.
set local role hubbub_lanes;
insert into metric_readings (tenant_id, id, due_at, account_due_at)
select tenant_id, id, case when status = 'active' then at end, at
from (select a.*, now() + random() * interval '1 hour' as at from accounts a where a.disconnected_at is null) a;
insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
select x.tenant_id, x.account_id, x.platform_id, min(x.post_id), min(x.published_at), now()
from actions x join metric_readings r on r.tenant_id = x.tenant_id and r.id = x.account_id
where x.kind = 'publish' and x.status = 'published' and x.platform_id is not null and x.published_at > now() - interval '90 days'
group by 1, 2, 3;
reset role;
