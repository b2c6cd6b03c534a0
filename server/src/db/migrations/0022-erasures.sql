-- A person asks a platform to have everything deleted that we hold of them. Each tenant with accounts there erases it.
create table erasures (
  tenant_id text collate "C" not null,
  -- The confirmation code, the same in every tenant.
  id text collate "C" not null,
  platform text not null,
  -- Emptied when it is done.
  person_id text not null,
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

-- Every request, also when no tenant holds anything.
create table erasure_requests (
  code text collate "C" primary key,
  requested_at timestamptz(3) not null default now()
);
grant select, insert, delete on erasure_requests to hubbub_lanes;
