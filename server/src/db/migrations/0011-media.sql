-- Files: what is known of their content, where they are sorted, and what is held for them before they are there.
-- `removing` is gone for everybody but the sweep, which removes the file first and the row after it.
alter table media drop constraint media_status_check;
alter table media
  add constraint media_status_check check (status in ('pending', 'ready', 'failed', 'removing')),
  add column facts jsonb not null default '{}',
  add column failure text,
  add column alt_text text not null default '',
  add column folder text not null default '',
  add column tags text[] not null default '{}',
  add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- A file is coming in; so long nobody else sends one, and nothing is verified.
  add column uploading_until timestamptz(3),
  -- When the sweep takes it up: an upload that nobody finished, a file that is to be removed.
  add column due_at timestamptz(3),
  add column updated_at timestamptz(3) not null default tenant_now();
create index media_due on media (due_at) where due_at is not null;

alter table tenants add column storage_reserved_bytes bigint not null default 0 check (storage_reserved_bytes >= 0);
