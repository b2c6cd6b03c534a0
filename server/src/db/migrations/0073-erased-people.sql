-- People who were erased, so that a late reading of the platform does not bring back what they wrote before. Nothing tells who
-- they are without their id.
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
