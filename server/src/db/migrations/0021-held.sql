-- Calls that wait for a person. The content of a post that was never published is in the post, that of everything else in `input`.
create table held (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  operation text collate "C" not null,
  -- The fields of the call; of messages and answers until the item or the person is erased.
  input jsonb not null,
  kind text collate "C" not null,
  state text collate "C" not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'changes_requested', 'missed', 'expired', 'withdrawn')),
  -- `sending`: its author sends nothing alone. `brand`: the brand approves its posts.
  reason text not null check (reason in ('sending', 'brand')),
  post_id text collate "C",
  -- The conversation, comment, review or mention that it answers.
  item_id text collate "C",
  account_ids text[] not null,
  brand_ids text[] not null,
  preview text not null,
  cost jsonb not null,
  -- Names what an approver saw; of a post it follows every change.
  fingerprint text not null,
  -- An equal call has the same value, so that a repeated request joins the one that waits.
  equal_to bytea,
  created_by jsonb not null,
  -- Everybody who wrote it since the last approval.
  author_ids text[] not null,
  -- By the tenant's clock: when it was to leave, and until when the platform takes it.
  due_at timestamptz(3),
  window_closes_at timestamptz(3),
  -- By the real clock: when it is missed or expires.
  ends_at timestamptz(3),
  decided_by jsonb,
  decided_at timestamptz(3),
  note text,
  -- Why an approval could not be carried out.
  blocked_by jsonb,
  -- The response of what was approved.
  result jsonb,
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create index held_by_age on held (tenant_id, state, created_at desc, id desc);
create index held_by_due on held (tenant_id, state, due_at, id);
create index held_by_window on held (tenant_id, state, window_closes_at, id);
create index held_of_post on held (tenant_id, post_id) where post_id is not null;
create index held_of_item on held (tenant_id, item_id) where item_id is not null;
create index held_equal on held (tenant_id, equal_to) where state = 'waiting' and equal_to is not null;
create index held_ending on held (ends_at) where state = 'waiting' and ends_at is not null;
create index held_decided on held (decided_at) where decided_at is not null;
select wall_off('held');

alter table brands
  -- Every post waits for somebody else's approval.
  add column approval boolean not null default false,
  add column self_approval boolean not null default false;

alter table posts
  -- {id, kind, state, reason, fingerprint}: the part that waits. A draft has its planned time then.
  add column held jsonb,
  -- {decision, note, by, at}: the last decision about it.
  add column review jsonb,
  -- The fingerprint of the version that somebody approved; null when it was changed since.
  add column approved text,
  -- Everybody but its creator who changed it since.
  add column author_ids text[] not null default '{}';

-- The brand's `approval`, beside the brand of the account, so that the statement that queues a post sees it.
alter table accounts add column needs_approval boolean not null default false;
create function note_brand_approval() returns trigger language plpgsql as $$
begin
  new.needs_approval := coalesce((select b.approval from brands b where b.tenant_id = new.tenant_id and b.id = new.brand_id), false);
  return new;
end $$;
create trigger note_brand_approval before insert or update of brand_id on accounts
  for each row execute function note_brand_approval();

-- Puts the queues of accounts forward, as `queue_accounts` does. Aborts with `approval` when one of the accounts belongs to a brand that
-- approves its posts and these are not approved.
create function queue_posts(tenant text, ids text[], brands text[], dues timestamptz[], is_approved boolean) returns interval language plpgsql as $$
declare
  locked integer;
  waiting integer;
  ahead interval;
begin
  select count(*), count(*) filter (where a.needs_approval) into locked, waiting from (
    select a.needs_approval from accounts a
    where a.tenant_id = tenant and a.id = any (ids) and (brands[array_position(ids, a.id::text)] is null
      or a.disconnected_at is null and a.brand_id = brands[array_position(ids, a.id::text)])
    order by a.id for update) a;
  if locked < cardinality(ids) then
    perform refuse('account');
  end if;
  if waiting > 0 and not is_approved then
    perform refuse('approval');
  end if;
  select c.ahead_seconds * interval '1 second' into ahead from test_clocks c where c.tenant_id = tenant;
  ahead := coalesce(ahead, '0');
  update accounts a set next_due_at = due_at(dues[array_position(ids, a.id::text)], ahead)
  where a.tenant_id = tenant and a.id = any (ids)
    and (a.next_due_at is null or a.next_due_at > due_at(dues[array_position(ids, a.id::text)], ahead));
  return ahead;
end $$;

-- Of posts that nobody has approved: `write_post` and the version before call it.
create or replace function queue_accounts(tenant text, ids text[], brands text[], dues timestamptz[]) returns interval language plpgsql as $$
begin
  return queue_posts(tenant, ids, brands, dues, false);
end $$;
