-- The journal of an action stands in its row, a line for each step: milliseconds since 1970, attempt, state, detail. So a
-- step needs no row, no key and no index of its own. `attempts` keeps the steps of earlier releases until they end.
alter table actions
  add column journal text,
  -- Since when nothing is added. The sweep empties the journal some time later.
  add column journal_ended_at timestamptz(3);

-- The steps of an action, in both forms.
create function journal_of(action actions) returns table (attempt int, step int, state text, at timestamptz(3), detail jsonb)
language sql stable as $$
  select t.attempt, t.step, t.state, t.at, t.detail from attempts t
  where t.tenant_id = (action).tenant_id and t.action_id = (action).id
  union all
  select l.part[2]::int, (row_number() over (partition by l.part[2] order by l.place))::int + coalesce((
      select max(t.step) from attempts t
      where t.tenant_id = (action).tenant_id and t.action_id = (action).id and t.attempt = l.part[2]::int), 0),
    l.part[3], to_timestamp(l.part[1]::float8 / 1000)::timestamptz(3), l.part[4]::jsonb
  from (
    select regexp_match(line, '^(\d+) (\d+) (\S+) (.*)$') as part, place
    from string_to_table((action).journal, E'\n') with ordinality as lines (line, place)
  ) l
$$;

-- Polling reads the same comments and mentions again and again. An update that changes nothing would leave a dead row. A
-- removal that comes again is not skipped, because the row that it returns tells that the item is known.
create trigger skip_unchanged before update on comments for each row when (new.deleted_at is null)
  execute function suppress_redundant_updates_trigger();
create trigger skip_unchanged before update on mentions for each row when (new.deleted_at is null)
  execute function suppress_redundant_updates_trigger();
