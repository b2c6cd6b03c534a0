-- Everything that comes back from platforms: messages with their statuses, mentions, removals and edits.

-- Actions of the inbox.
alter domain action_kind drop constraint action_kind_check;
alter domain action_kind add constraint action_kind_check check (value in ('publish', 'segment', 'first_comment', 'remove', 'edit',
  'reply', 'change', 'template', 'message', 'private_reply', 'comment_change', 'mention_reply', 'review_reply'));

-- A removed comment keeps its row without its text, so that a late creation finds it.
alter table comments
  add column raw jsonb,
  add column permalink text,
  add column is_liked boolean not null default false,
  add column moderation_status text check (moderation_status in ('published', 'held_for_review', 'likely_spam', 'rejected')),
  add column edited_at timestamptz(3),
  add column deleted_at timestamptz(3),
  add column private_replied_at timestamptz(3);
create index comments_platform_id on comments (tenant_id, platform_id);
create index comments_by_likes on comments (tenant_id, inbox_post_id, like_count desc, id desc);
create index comments_moderated on comments (tenant_id, inbox_post_id, moderation_status, created_at desc, id desc)
  where moderation_status is not null;

-- When the account was asked for news, and when a post's comments were read from the platform: newer answers come from here.
alter table accounts add column polled_at timestamptz(3);
alter table inbox_posts add column refreshed_at timestamptz(3);
create index inbox_posts_of_account on inbox_posts (tenant_id, account_id, last_comment_at desc, id desc) where last_comment_at is not null;
create index inbox_posts_of_platform on inbox_posts (tenant_id, platform, last_comment_at desc, id desc) where last_comment_at is not null;
create index inbox_posts_platform_id on inbox_posts (tenant_id, platform_id);
create index inbox_posts_post on inbox_posts (tenant_id, post_id) where post_id is not null;

alter table reviews
  add column raw jsonb,
  add column deleted_at timestamptz(3),
  add column received_at timestamptz(3) not null default now();
drop index reviews_recent;
create index reviews_recent on reviews (tenant_id, created_at desc, id desc) where deleted_at is null;
create index reviews_of_account on reviews (tenant_id, account_id, created_at desc, id desc) where deleted_at is null;
create index reviews_of_platform on reviews (tenant_id, platform, created_at desc, id desc) where deleted_at is null;
create index reviews_platform_id on reviews (tenant_id, platform_id);
create index reviews_by_rating on reviews (tenant_id, account_id, rating, created_at desc, id desc) where deleted_at is null;

-- `last_incoming_at` opens the platform's window for free replies. The receipts say how far the other side has come.
alter table conversations
  add column last_incoming_at timestamptz(3),
  add column delivered_until timestamptz(3),
  add column read_until timestamptz(3);
drop index conversations_recent;
create index conversations_recent on conversations (tenant_id, status, coalesce(last_message_at, created_at) desc, id desc);
create index conversations_of_account on conversations (tenant_id, account_id, status, coalesce(last_message_at, created_at) desc, id desc);
create index conversations_of_platform on conversations (tenant_id, platform, status, coalesce(last_message_at, created_at) desc, id desc);
create index conversations_of_page on conversations (tenant_id, page_id, status, coalesce(last_message_at, created_at) desc, id desc)
  where page_id is not null;
create index conversations_with on conversations (tenant_id, account_id, participant_id);

-- Messages of both directions. One that we send has its row from the moment it is queued; `platform_id` is null until the
-- platform has accepted it.
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
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, platform_id)
);
create index messages_of_conversation on messages (tenant_id, conversation_id, created_at desc, id desc);
create index messages_of_action on messages (tenant_id, action_id) where action_id is not null;

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

-- Locks the inbox of an account until the transaction ends, and tells since when its items are news: since its
-- connection, and at most for a day. Whoever locks accounts too locks them first, and the tenant's row afterwards.
create function open_inbox(tenant text, account text) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(tenant || ' ' || account, 20));
  return (
    select greatest(a.created_at, tenant_now() - interval '24 hours') from accounts a where a.tenant_id = tenant and a.id = account);
end $$;

-- Callbacks from before messages and mentions were stored are read again. Their items are history: they cause no events.
alter table callbacks add column is_past boolean not null default false;
set local role hubbub_lanes;
update callbacks set is_past = true, due_at = now(), attempt = 0 where due_at is null and error is null and key not like 'access_removed:%';
reset role;

select wall_off('messages'), wall_off('mentions'), wall_off('early_changes');
