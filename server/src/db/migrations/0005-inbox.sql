-- Everything that comes back from platforms: callbacks, comments, messages with their statuses, mentions, reviews, and the
-- erasure of people.

-- Locks the inbox of an account until the transaction ends, and returns since when its items are recent: since its connection, and
-- at most for a day. Accounts are locked before inboxes, and the tenant's row afterwards.
create function open_inbox(tenant text, account text) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(tenant || ' ' || account, 20));
  return (
    select greatest(a.created_at, tenant_now() - interval '24 hours') from accounts a where a.tenant_id = tenant and a.id = account);
end $$;

-- Verified platform callbacks as they came in, one row for each tenant that has the account. A worker reads them.
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
  request_id text default origin_now('request_id'),
  traceparent text default origin_now('traceparent'),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, key)
);
-- Callbacks are read by turns of tenants, however many one of them has.
create index callbacks_of_tenant on callbacks (tenant_id, due_at) where due_at is not null;
create index callbacks_read on callbacks (received_at) where due_at is null;
create index callbacks_dead on callbacks (tenant_id, received_at desc, id desc) where due_at is null and error is not null;
select wall_off('callbacks');

-- Callbacks of platforms that go on to the other cells. Each is stored before the platform gets its response, and stays until its
-- cell has taken it. Requests have nothing to do with it.
create table forwards (
  id text collate "C" primary key,
  -- The address of the other cell.
  peer text not null,
  -- The callback as it came: path with query, the headers that a signature may need, and the raw bytes.
  path text not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamptz(3) not null default now(),
  -- A claim moves it to the end of the lease.
  due_at timestamptz(3) not null default now(),
  attempt integer not null default 0,
  error text
);
create index forwards_due on forwards (due_at);
create index forwards_received on forwards (received_at);
grant select, insert, update, delete on forwards to hubbub_workers;

-- Changes that arrived before the item that they belong to. The newest of each kind and actor stays.
create table early_changes (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  item text not null check (item in ('comment', 'message', 'mention', 'review', 'conversation')),
  platform_id text not null,
  change text not null,
  actor text not null default '',
  data jsonb not null default '{}',
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  primary key (tenant_id, account_id, item, platform_id, change, actor)
);
create index early_changes_received on early_changes (received_at);
select wall_off('early_changes');

-- COMMENTS

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
  -- When the comments were last read from the platform. Newer ones come from here.
  refreshed_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index inbox_posts_by_time on inbox_posts (tenant_id, last_comment_at) where last_comment_at is not null;
create index inbox_posts_by_account on inbox_posts (tenant_id, account_id, last_comment_at) where last_comment_at is not null;
create index inbox_posts_by_platform on inbox_posts (tenant_id, platform, last_comment_at) where last_comment_at is not null;
create index inbox_posts_platform_id on inbox_posts (tenant_id, platform_id);
create index inbox_posts_post on inbox_posts (tenant_id, post_id) where post_id is not null;
-- Only posts with many comments: the rest is found by time.
create index inbox_posts_with_many on inbox_posts (tenant_id, comment_count) where comment_count >= 10;
select wall_off('inbox_posts');

-- A comment may come before our publication is recorded. Its post becomes ours when the publication is.
create function own_inbox_post() returns trigger language plpgsql as $$
begin
  update inbox_posts i set post_id = new.post_id, published_at = coalesce(i.published_at, new.published_at),
    content = case when i.content = '' then coalesce(new.input ->> 'text', p.text, '') else i.content end,
    thumbnail = case when i.thumbnail = '' then coalesce(coalesce(new.input -> 'media', p.media) -> 0 ->> 'source', '') else i.thumbnail end,
    permalink = case when i.permalink = '' then coalesce(new.permalink, '') else i.permalink end
  from posts p
  where p.tenant_id = new.tenant_id and p.id = new.post_id
    and i.tenant_id = new.tenant_id and i.account_id = new.account_id and i.platform_id = new.platform_id and i.post_id is null;
  return null;
end $$;
create trigger own_inbox_post_new after insert on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null) execute function own_inbox_post();
create trigger own_inbox_post after update of platform_id on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null and old.platform_id is distinct from new.platform_id)
  execute function own_inbox_post();

-- A removed comment keeps its row without its text, so that a late creation finds it.
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
  permalink text,
  raw jsonb,
  is_owner boolean not null,
  like_count integer not null default 0,
  is_liked boolean not null default false,
  is_hidden boolean not null default false,
  moderation_status text check (moderation_status in ('published', 'held_for_review', 'likely_spam', 'rejected')),
  private_replied_at timestamptz(3),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default tenant_now(),
  -- When it was hidden, shown or liked here, by the clock of the database. A list that the platform made before knows nothing of it.
  changed_at timestamptz(3),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index comments_by_post on comments (tenant_id, inbox_post_id, created_at, id);
create index comments_by_like_count on comments (tenant_id, inbox_post_id, like_count, id);
create index comments_moderated on comments (tenant_id, inbox_post_id, moderation_status, created_at desc, id desc)
  where moderation_status is not null;
-- Replies only, so that their number is read from the index alone.
create index comments_replies on comments (tenant_id, inbox_post_id, parent_platform_id, created_at desc, id desc)
  where parent_platform_id is not null and deleted_at is null;
create index comments_by_account on comments (tenant_id, account_id, created_at);
select wall_off('comments');

-- Polling reads the same items again and again. An update that changes nothing would leave a dead row. A repeated removal is not
-- skipped, because the row that it returns tells that the item is known.
create trigger skip_unchanged before update on comments for each row when (new.deleted_at is null)
  execute function suppress_redundant_updates_trigger();

-- MESSAGES

create table conversations (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  page_id text,
  platform text not null,
  platform_id text not null,
  participant_id text not null,
  -- Other ids of the participant on the platform, such as a phone number, by which they may ask for erasure.
  participant_other_ids text[] not null default '{}',
  participant_name text not null default '',
  participant_picture text,
  status text not null default 'active' check (status in ('active', 'archived')),
  unread_count integer not null default 0,
  last_message text,
  last_message_at timestamptz(3),
  -- Opens the platform's window for free replies.
  last_incoming_at timestamptz(3),
  -- How far the other side has received and read.
  delivered_until timestamptz(3),
  read_until timestamptz(3),
  -- Conversations are listed by their latest message; those without one by their beginning.
  listed_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index conversations_listed on conversations (tenant_id, status, listed_at desc, id desc);
create index conversations_listed_of_account on conversations (tenant_id, account_id, status, listed_at desc, id desc);
create index conversations_listed_of_platform on conversations (tenant_id, platform, status, listed_at desc, id desc);
create index conversations_listed_of_page on conversations (tenant_id, page_id, status, listed_at desc, id desc) where page_id is not null;
create index conversations_with on conversations (tenant_id, account_id, participant_id);
select wall_off('conversations');

create function list_conversation() returns trigger language plpgsql as $$
begin
  new.listed_at := coalesce(new.last_message_at, new.created_at);
  return new;
end $$;
create trigger list_new_conversation before insert on conversations for each row execute function list_conversation();
create trigger list_conversation before update of last_message_at on conversations for each row
  when (new.last_message_at is distinct from old.last_message_at) execute function list_conversation();

-- Messages of both directions. One that we send has its row from the moment it is queued; `platform_id` is null until the platform
-- has accepted it.
create table messages (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  conversation_id text collate "C" not null,
  platform text not null,
  platform_id text,
  direction text not null check (direction in ('incoming', 'outgoing')),
  kind text not null default 'message' check (kind in ('message', 'postback', 'referral')),
  text text,
  sender jsonb not null,
  attachments jsonb not null default '[]',
  -- Referral, postback, the message that it answers, and what we sent beside the text.
  metadata jsonb not null default '{}',
  -- By person: {"emoji": text or null, "at": time}. A null emoji is a reaction that was taken back.
  reactions jsonb not null default '{}',
  raw jsonb,
  status text check (status in ('sent', 'delivered', 'read', 'failed', 'unconfirmed')),
  status_updated_at timestamptz(3),
  -- When each status was reached, by its name: repeats are known, and the highest one is `status`.
  statuses jsonb not null default '{}',
  error jsonb,
  -- The action that sends it, and its place among the messages of one request.
  action_id text collate "C",
  batch text collate "C",
  -- Who sent a message of ours, and who sent it again.
  created_by jsonb,
  changed_by jsonb,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index messages_of_conversation on messages (tenant_id, conversation_id, created_at desc, id desc);
create index messages_of_action on messages (tenant_id, action_id) where action_id is not null;
create index messages_of_account on messages (tenant_id, account_id, created_at);
select wall_off('messages');

-- MENTIONS AND REVIEWS

-- Mentions outside the account's own posts.
create table mentions (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  platform text not null,
  platform_id text not null,
  platform_post_id text,
  author jsonb not null,
  text text not null,
  permalink text,
  raw jsonb,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index mentions_of_account on mentions (tenant_id, account_id, created_at desc, id desc) where deleted_at is null;
select wall_off('mentions');
create trigger skip_unchanged before update on mentions for each row when (new.deleted_at is null)
  execute function suppress_redundant_updates_trigger();

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
  raw jsonb,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default tenant_now(),
  received_at timestamptz(3) not null default now(),
  -- When the reply was written or removed here, as with comments.
  reply_changed_at timestamptz(3),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index reviews_recent on reviews (tenant_id, created_at desc, id desc) where deleted_at is null;
create index reviews_of_account on reviews (tenant_id, account_id, created_at desc, id desc) where deleted_at is null;
create index reviews_of_platform on reviews (tenant_id, platform, created_at desc, id desc) where deleted_at is null;
create index reviews_by_rating on reviews (tenant_id, account_id, rating, created_at desc, id desc) where deleted_at is null;
create index reviews_platform_id on reviews (tenant_id, platform_id);
select wall_off('reviews');

-- ERASURES
-- A person asks a platform to have everything deleted that we store about them.

-- Every request, also when no tenant has anything of the person.
create table erasure_requests (
  code text collate "C" primary key,
  requested_at timestamptz(3) not null default now()
);
grant select, insert, delete on erasure_requests to hubbub_workers;

-- Each tenant with accounts on the platform erases the person.
create table erasures (
  tenant_id text collate "C" not null,
  -- The confirmation code, the same in every tenant.
  id text collate "C" not null,
  platform text not null,
  -- Emptied when it is done, as are the names.
  person_id text not null,
  -- The names of the person on the platform, and our answers to the person that were being sent.
  names text[] not null default '{}',
  open_answers text[] not null default '{}',
  -- The accounts that the person had connected. The login that tells so goes before the work is done.
  own_accounts text[] not null default '{}',
  -- Whether anything was erased.
  has_found boolean not null default false,
  requested_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  due_at timestamptz(3) default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt integer not null default 0,
  primary key (tenant_id, id)
);
create index erasures_due on erasures (due_at) where due_at is not null;
create index erasures_code on erasures (id);
select wall_off('erasures');

-- People who were erased, so that a late reading of the platform does not bring back what they wrote before. The hash tells
-- nothing without the person's id.
create table erased_people (
  tenant_id text collate "C" not null,
  person_hash text collate "C" not null,
  erased_at timestamptz(3) not null,
  primary key (tenant_id, person_hash)
);
select wall_off('erased_people');

-- Volatile, so that it sees a person who was erased while the statement waited for the lock of the inbox.
create function has_erased_people(tenant text) returns boolean language plpgsql volatile as $$
begin
  return exists (select from erased_people where tenant_id = tenant);
end $$;
