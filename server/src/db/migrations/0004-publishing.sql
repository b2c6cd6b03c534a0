-- Posts, and the ledger of actions that the publishing engine works on.

create domain post_status as text
  check (value in ('draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'));
create domain action_kind as text check (value in ('publish', 'segment', 'first_comment', 'remove', 'edit',
  'reply', 'change', 'template', 'message', 'private_reply', 'comment_change', 'mention_reply', 'review_reply'));
create domain action_status as text
  check (value in ('pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled', 'unpublished'));
create domain action_state as text check (value in ('claimed', 'prepared', 'sending', 'reconciling'));

create table posts (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  text text,
  title text,
  status post_status not null,
  visibility text,
  first_comment text,
  media jsonb not null default '[]',
  platform_data jsonb not null default '{}',
  segments jsonb,
  hidden boolean not null default false,
  scheduled_at timestamptz(3),
  -- The wall time as it was given, word for word, and its zone.
  scheduled_local text,
  timezone text,
  published_at timestamptz(3),
  retry_count integer not null default 0,
  -- The period whose allowance paid for the running attempt; null when nothing is open.
  charged_period timestamptz(3),
  created_by jsonb,
  changed_by jsonb,
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
) with (fillfactor = 90);
create function post_document(tenant text, title text, source text) returns tsvector language sql immutable parallel safe return
  public.search_document(tenant, coalesce(title, '') || ' ' || source, '{}');
-- Indexes by time are ascending: rows come in the order of their time, so that a page fills before the next one begins.
create index posts_by_time on posts (tenant_id, created_at, id);
create index posts_by_status on posts (tenant_id, status, created_at, id);
create index posts_scheduled on posts (tenant_id, scheduled_at, id) where scheduled_at is not null;
create index posts_of_status_by_schedule on posts (tenant_id, status, scheduled_at desc, id desc) where scheduled_at is not null;
create index posts_found on posts using gin (post_document(tenant_id, title, text)) with (gin_pending_list_limit = 256);
select wall_off('posts');
create policy search on posts for select to current_user using (true);

-- The ids of posts that the query finds, with their places in the order of a list.
create function find_posts(query tsquery, wanted_status text, from_at timestamptz, to_at timestamptz, with_hidden boolean,
  sort text, direction text, after_at timestamptz, after_id text)
returns table (id text, place bigint) language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if sort not in ('created_at', 'scheduled_at') or direction not in ('asc', 'desc') then
    raise 'unknown order';
  end if;
  return query execute format($q$
    with found as materialized (select p.* from posts p where public.post_document(p.tenant_id, p.title, p.text) @@ $1)
    select p.id::text, row_number() over (order by p.%1$I %2$s, p.id %2$s) from found p
    where p.tenant_id = public.sealed_tenant() and p.%1$I is not null
      and ($2 is null or p.status = $2) and ($3 is null or p.created_at >= $3) and ($4 is null or p.created_at <= $4) and ($5 or not p.hidden)
      and ($6 is null or (p.%1$I, p.id) %3$s ($6, $7))$q$, sort, direction, case direction when 'desc' then '<' else '>' end)
  using query, wanted_status, from_at, to_at, with_hidden, after_at, after_id;
end $$;
revoke execute on function find_posts from public;
grant execute on function find_posts to hubbub_app;

-- Two posts with the same text, media and targets within two minutes are duplicates: this row decides which was first. It needs no
-- index by time, because a cleanup each minute leaves few rows.
create table post_fingerprints (
  tenant_id text collate "C" not null,
  fingerprint bytea not null,
  post_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, fingerprint)
);
select wall_off('post_fingerprints');

-- The request that caused a row, and the span of its trace (W3C Trace Context). The scope of a transaction names both. They are
-- null where no request is the cause.
create function origin_now(part text) returns text language sql stable as $$
  select nullif(current_setting('app.' || part, true), '')
$$;

-- The ledger of everything we do to the outside world, such as publishing a post to one account, a reply, a message or a removal.
-- `state` walks claimed → prepared → sending → reconciling and is committed before each step.
create table actions (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  kind action_kind not null,
  -- The target that a segment, first comment, removal or edit belongs to.
  parent_id text collate "C",
  -- Names what was requested together.
  batch text collate "C",
  post_id text collate "C",
  position integer not null default 0,
  -- What is to be sent: overrides of the target, or text and parent of a reply.
  input jsonb not null,
  status action_status not null,
  due_at timestamptz(3),
  scheduled_at timestamptz(3),
  scheduled_local text,
  state action_state,
  attempt integer not null default 0,
  -- How often the row was claimed in this attempt; bounds a row that kills its worker.
  claim_count integer not null default 0,
  -- How often the watchdog ended the process in the action in this attempt.
  hang_count integer not null default 0,
  -- Calls that provably did not reach the platform; calls made again after a lost response; lookups of this intent that did not
  -- find its outcome.
  retry_count integer not null default 0,
  resend_count integer not null default 0,
  lookup_count integer not null default 0,
  send_key text,
  prepared jsonb,
  intent_at timestamptz(3),
  started_at timestamptz(3),
  platform_id text,
  permalink text,
  published_at timestamptz(3),
  error jsonb,
  -- The outcome of the extras of a target: parts of a thread, first comment, how late it started.
  metadata jsonb not null default '{}',
  charged_period timestamptz(3),
  -- What an action answers and with what. A request that repeats an earlier one joins its action.
  fingerprint bytea,
  -- The journal, a line for each step: milliseconds since 1970, attempt, state, detail. So a step needs no row, no key and no
  -- index of its own. The cleanup empties it some time after the last line.
  journal text,
  journal_ended_at timestamptz(3),
  -- Targets are listed by the times of their post and by their page or board.
  listed_at timestamptz(3),
  listed_scheduled_at timestamptz(3),
  destination_id text collate "C",
  request_id text default origin_now('request_id'),
  traceparent text default origin_now('traceparent'),
  -- Who asked for a reply, message or change, and who changed it last. Targets belong to their post.
  created_by jsonb,
  changed_by jsonb,
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
) with (fillfactor = 90);
create index actions_due on actions (tenant_id, account_id, due_at, id) where due_at is not null;
create index actions_post on actions (tenant_id, post_id, position) where post_id is not null;
create index actions_held on actions (tenant_id, account_id, platform_id) where platform_id is not null;
create index actions_by_time on actions (tenant_id, account_id, listed_at, post_id) where listed_at is not null;
create index actions_by_schedule on actions (tenant_id, account_id, listed_scheduled_at, post_id) where listed_scheduled_at is not null;
create index actions_of_destination on actions (tenant_id, destination_id, listed_at desc, post_id desc) where destination_id is not null;
create index actions_of_destination_by_schedule on actions (tenant_id, destination_id, listed_scheduled_at desc, post_id desc)
  where destination_id is not null and listed_scheduled_at is not null;
create index actions_by_fingerprint on actions (tenant_id, fingerprint) where fingerprint is not null;
create index actions_dead on actions (tenant_id, created_at desc, id desc) where status in ('failed', 'unconfirmed');
create index actions_journal_ended on actions (journal_ended_at) where journal_ended_at is not null;
-- Answers to mentions in a period, for the time until an answer.
create index actions_answering_mentions on actions (tenant_id, account_id, created_at) where kind = 'mention_reply';
select wall_off('actions');

-- The steps of an action.
create function journal_of(action actions) returns table (attempt int, step int, state text, at timestamptz(3), detail jsonb)
language sql stable as $$
  select l.part[2]::int, (row_number() over (partition by l.part[2] order by l.place))::int, l.part[3],
    to_timestamp(l.part[1]::float8 / 1000)::timestamptz(3), l.part[4]::jsonb
  from (
    select regexp_match(line, '^(\d+) (\d+) (\S+) (.*)$') as part, place
    from string_to_table((action).journal, E'\n') with ordinality as lines (line, place)
  ) l
$$;

-- What a target that waited for its time remembers when it begins more than a minute after it.
create function lateness(late interval) returns jsonb language sql immutable as $$
  select case when late > interval '1 minute'
    then jsonb_build_object('late_by_seconds', floor(extract(epoch from late))::bigint) else '{}'::jsonb end
$$;

-- The earliest due action of an account. Volatile, so that it reads with its own snapshot: inside a statement that has locked the
-- account it sees what was committed after that statement began.
create function earliest_due(tenant text, account text) returns timestamptz language plpgsql volatile as $$
begin
  return (select min(due_at) from actions where tenant_id = tenant and account_id = account);
end $$;

create function destination_in(input jsonb) returns text language sql immutable parallel safe
  return coalesce(input ->> 'page_id', input ->> 'board_id');

create function list_target() returns trigger language plpgsql as $$
begin
  if new.listed_at is null then
    select p.created_at, p.scheduled_at into new.listed_at, new.listed_scheduled_at
    from posts p where p.tenant_id = new.tenant_id and p.id = new.post_id;
    new.listed_at := coalesce(new.listed_at, new.created_at);
  end if;
  new.destination_id := destination_in(new.input);
  return new;
end $$;
create trigger list_target before insert on actions for each row
  when (new.kind = 'publish' and new.listed_at is null) execute function list_target();
create trigger list_target_again before update of input on actions for each row
  when (new.kind = 'publish' and new.input is distinct from old.input) execute function list_target();

create function list_targets_by_schedule() returns trigger language plpgsql as $$
begin
  update actions set listed_scheduled_at = new.scheduled_at
  where tenant_id = new.tenant_id and post_id = new.id and listed_at is not null;
  return null;
end $$;
create trigger list_targets_by_schedule after update of scheduled_at on posts for each row
  when (new.scheduled_at is distinct from old.scheduled_at) execute function list_targets_by_schedule();

-- Locks accounts in the order of their ids and puts their queues forward to these times. Aborts with `account` when one with a
-- brand was disconnected or moved to another brand; without a brand nothing is compared. Returns how far the tenant's clock is ahead. The clock
-- cannot move any more, because moving it locks the accounts too.
create function queue_accounts(tenant text, ids text[], brands text[], dues timestamptz[]) returns interval language plpgsql as $$
declare
  locked integer;
  ahead interval;
begin
  perform from accounts a
  where a.tenant_id = tenant and a.id = any (ids) and (brands[array_position(ids, a.id::text)] is null
    or a.disconnected_at is null and a.brand_id = brands[array_position(ids, a.id::text)])
  order by a.id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(ids) then
    perform refuse('account');
  end if;
  select c.ahead_seconds * interval '1 second' into ahead from test_clocks c where c.tenant_id = tenant;
  ahead := coalesce(ahead, '0');
  update accounts a set next_due_at = due_at(dues[array_position(ids, a.id::text)], ahead)
  where a.tenant_id = tenant and a.id = any (ids)
    and (a.next_due_at is null or a.next_due_at > due_at(dues[array_position(ids, a.id::text)], ahead));
  return ahead;
end $$;

-- Writes a post with its fingerprint, targets, charge and event. Aborts with `duplicate`, `account` or `quota:post`, and then
-- leaves nothing. A draft has no accounts to queue, no charge and no event. Returns the time at which it was created. It is a
-- function because the cached plans of simple statements cost a fraction of one large statement.
create function write_post(
  tenant text, limits jsonb,
  -- null: duplicates are allowed.
  new_fingerprint bytea, fingerprint_minutes integer,
  post jsonb, targets jsonb,
  -- As `queue_accounts` takes them; null for a draft.
  account_ids text[], account_brands text[], account_dues timestamptz[],
  -- As `record_events` takes them; null when there are none.
  new_events jsonb
) returns timestamptz language plpgsql as $$
declare
  is_charged boolean := post ->> 'status' <> 'draft';
  ahead interval := '0';
  period timestamptz(3);
  at timestamptz(3);
begin
  -- Before all locks: whoever waits here for another request holds nothing that others need.
  if new_fingerprint is not null then
    insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
    values (tenant, new_fingerprint, post ->> 'id', now() + fingerprint_minutes * interval '1 minute')
    on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
      where f.expires_at <= now();
    if not found then
      perform refuse('duplicate');
    end if;
  end if;
  if is_charged then
    ahead := queue_accounts(tenant, account_ids, account_brands, account_dues);
    period := take_usage(tenant, 'post', 1, limits);
  end if;
  at := tenant_now();
  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
    scheduled_at, scheduled_local, timezone, charged_period, created_by, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, p.created_by, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text, created_by jsonb);
  insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at,
    created_at, updated_at, listed_at, listed_scheduled_at, destination_id)
  select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local,
    due_at(t.due_at, ahead), at, at, at, (post ->> 'scheduled_at')::timestamptz, destination_in(t.input)
  from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb, status text,
    scheduled_at timestamptz, scheduled_local text, due_at timestamptz);
  if new_events is not null then
    perform record_events(tenant, new_events);
  end if;
  return at;
end $$;
