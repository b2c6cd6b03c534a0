-- Callbacks of platforms that go on to the other cells. Each is stored before the platform gets its answer, and stays until
-- its cell has taken it.
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
-- Requests have nothing to do with it.
grant select, insert, update, delete on forwards to hubbub_lanes;
