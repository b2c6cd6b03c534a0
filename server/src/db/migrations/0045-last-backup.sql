-- The time and the place of the newest backup.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  at timestamptz(3) not null,
  -- A folder, or a bucket with a prefix.
  place text not null
);
grant select on last_backup to hubbub_lanes;
