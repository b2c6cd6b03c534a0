-- Brings a database with the migrations in `earlier-migrations` to the baseline, in one transaction with the service stopped.
-- A test compares its catalogue with that of a new database.

alter domain action_status validate constraint action_status_check;

-- FUNCTIONS

create or replace function queue_accounts(tenant text, ids text[], brands text[], dues timestamptz[]) returns interval language plpgsql as $$
declare
  locked integer;
  ahead interval;
begin
  perform from accounts a
  where a.tenant_id = tenant and a.id = any (ids) and a.disconnected_at is null
    and a.brand_id = coalesce(brands[array_position(ids, a.id::text)], a.brand_id)
  order by a.id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(ids) then
    perform refuse('account');
  end if;
  select c.ahead_seconds * interval '1 second' into ahead from test_clocks c where c.tenant_id = tenant;
  ahead := coalesce(ahead, '0');
  update accounts a set next_due_at = due_at(dues[array_position(ids, a.id::text)], ahead)
  where a.tenant_id = tenant and a.id = any (ids)
    and (a.next_due_at is null or a.next_due_at > due_at(dues[array_position(ids, a.id::text)], ahead));
  return ahead;
end $$;

-- The baseline is noted in their place.
delete from migrations;
