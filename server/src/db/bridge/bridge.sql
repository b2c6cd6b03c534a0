-- Brings a database with the migrations in `earlier-migrations` to the baseline, in one transaction with the service stopped.
-- A test compares its catalogue with that of a new database.

-- DATA
-- The owner sees no rows of tenants, and workers see all.
set local role hubbub_lanes;

-- Steps that had rows of their own become the first lines of the journal in their action's row.
update actions a set journal = s.lines || coalesce(E'\n' || a.journal, ''),
  journal_ended_at = case when a.status in ('pending', 'publishing') then a.journal_ended_at else coalesce(a.journal_ended_at, s.ended_at) end
from (
  select tenant_id, action_id, max(at) as ended_at,
    string_agg(concat_ws(' ', floor(extract(epoch from at) * 1000)::bigint, attempt, state, detail), E'\n' order by attempt, step) as lines
  from attempts group by tenant_id, action_id
) s
where a.tenant_id = s.tenant_id and a.id = s.action_id;

-- Stored inputs of actions that still run get the fields that the first versions did not write.
update actions a set input = a.input || jsonb_build_object('wasStatus', p.status)
from posts p
where a.kind = 'remove' and a.due_at is not null and not a.input ? 'wasStatus' and p.tenant_id = a.tenant_id and p.id = a.post_id;
update actions set input = input || '{"media": []}' where kind = 'segment' and due_at is not null and not input ? 'media';

-- Without its actor, a record would not answer a key that is limited to brands. Such records are older than a day.
delete from idempotency_keys where key_id is null;

update events set about = case when account_id is null then '{}' else array[account_id] end where about is null;
reset role;

-- TABLES

alter domain action_status validate constraint action_status_check;
alter table events alter column about set default '{}', alter column about set not null;
alter table callbacks drop column is_past;
alter table accounts drop column poll_window, drop column poll_calls;

-- FUNCTIONS

drop procedure fill_list_columns;

create or replace function journal_of(action actions) returns table (attempt int, step int, state text, at timestamptz(3), detail jsonb)
language sql stable as $$
  select l.part[2]::int, (row_number() over (partition by l.part[2] order by l.place))::int, l.part[3],
    to_timestamp(l.part[1]::float8 / 1000)::timestamptz(3), l.part[4]::jsonb
  from (
    select regexp_match(line, '^(\d+) (\d+) (\S+) (.*)$') as part, place
    from string_to_table((action).journal, E'\n') with ordinality as lines (line, place)
  ) l
$$;
drop table attempts;

create or replace function passes_filters(endpoint webhook_endpoints, event events) returns boolean language sql stable as $$
  with about as materialized (
    select a.brand_id, a.platform from accounts a
    where a.tenant_id = event.tenant_id and a.id = any (event.about)
  )
  select (endpoint.account_ids is null or event.about && endpoint.account_ids)
    and (endpoint.platforms is null or exists (select from about where platform = any (endpoint.platforms)))
    and (endpoint.brand_ids is null or case
      when event.brand_id is not null then event.brand_id = any (endpoint.brand_ids)
      else exists (select from about where brand_id = any (endpoint.brand_ids)) end)
$$;

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
