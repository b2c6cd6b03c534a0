-- An import that has begun. Its rows are here, but nothing shows them before its workspace is.
create table workspace_imports (
  workspace_id text collate "C" primary key,
  name text not null,
  live_tenant_id text collate "C" not null,
  test_tenant_id text collate "C" not null,
  world text collate "C" not null,
  -- The SHA-256 of the archive's manifest: only the same archive continues the import.
  archive text not null,
  -- The tables whose rows are all here.
  tables_done text[] not null default '{}',
  started_at timestamptz(3) not null default now()
);
-- Requests have nothing to do with it.
grant select, insert, update, delete on workspace_imports to hubbub_lanes;

-- A delivery that comes with its end keeps it.
drop trigger note_end_of_new_delivery on deliveries;
create trigger note_end_of_new_delivery before insert on deliveries for each row
  when (new.status <> 'pending' and new.ended_at is null) execute function note_end_of_delivery();
