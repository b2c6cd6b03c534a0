-- Exports of all that an account has published. The row is the job. A worker reads an item at a time and stores it, so a
-- killed process goes on where it was.
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
  tries int not null default 0,
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

alter table tenants add column exports_used integer not null default 0;

-- As in migration 0025; exports are counted too.
create or replace function take_usage(tenant text, charge text, amount integer, limits jsonb) returns timestamptz
language plpgsql as $$
declare
  posts integer := case charge when 'post' then amount else 0 end;
  interactions integer := case charge when 'interaction' then amount else 0 end;
  exports integer := case charge when 'export' then amount else 0 end;
  period timestamptz(3);
begin
  for attempt in 1..2 loop
    update tenants t set posts_used = t.posts_used + posts, interactions_used = t.interactions_used + interactions,
      exports_used = t.exports_used + exports
    where t.tenant_id = tenant and t.period_end > tenant_now()
      and (limit_of(t.plan, limits) = -1
        or case charge when 'post' then t.posts_used when 'interaction' then t.interactions_used else t.exports_used end
          + amount <= limit_of(t.plan, limits))
    returning t.period_start into period;
    if found then
      return period;
    end if;
    -- A new period starts with empty counters.
    update tenants t set period_start = (period_of(t)).starts, period_end = (period_of(t)).ends,
      posts_used = case when t.period_start = (period_of(t)).starts then t.posts_used else 0 end,
      interactions_used = case when t.period_start = (period_of(t)).starts then t.interactions_used else 0 end,
      exports_used = case when t.period_start = (period_of(t)).starts then t.exports_used else 0 end
    where t.tenant_id = tenant and t.period_end <= tenant_now();
    -- Not found: the allowance is used up, or another charge has begun the period meanwhile. The second attempt tells.
  end loop;
  perform refuse('quota:' || charge);
end $$;
