-- Links with which somebody without an account decides about posts: a set of them, or those of a period.
create table review_links (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  name text,
  message text,
  -- The posts; null: all of the brand that are planned between the times, by the tenant's clock.
  post_ids text[],
  from_at timestamptz(3),
  to_at timestamptz(3),
  token_hash bytea not null,
  created_by jsonb not null,
  -- By the real clock.
  expires_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id),
  check ((post_ids is null) = (from_at is not null and to_at is not null))
);
create unique index review_links_token on review_links (token_hash);
create index review_links_by_age on review_links (tenant_id, created_at desc, id desc);
select wall_off('review_links');

-- The receipts: who saw what, and decided what.
create table review_decisions (
  tenant_id text collate "C" not null,
  review_link_id text collate "C" not null,
  id text collate "C" not null,
  post_id text collate "C" not null,
  held_id text collate "C",
  decision text not null check (decision in ('approved', 'changes_requested', 'commented')),
  note text,
  -- The link with the name as it was typed, or the person who was signed in.
  decided_by jsonb not null,
  ip inet,
  fingerprint text,
  -- The texts on each platform, and the media.
  seen jsonb not null,
  at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, review_link_id, id)
);
create index review_decisions_with_ip on review_decisions (at) where ip is not null;
select wall_off('review_decisions');

-- The hash of a file that somebody decided about; null until then. The bytes of a file never change.
alter table media add column sha256 bytea;
