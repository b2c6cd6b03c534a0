-- Platforms that report no removals are asked now and then which items of the inbox are gone.
-- `recheck_position` is the last item that was asked about, as its time and platform id; null: from the newest on.
alter table accounts
  add column recheck_due_at timestamptz(3) not null default '-infinity',
  add column recheck_position text;

create index comments_of_account on comments (tenant_id, account_id, created_at desc, platform_id desc) where deleted_at is null;
