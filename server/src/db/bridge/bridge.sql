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

-- The first versions noted no key. Such a record is nobody's own, so a key that is limited to brands replays what lies in them.
update idempotency_keys set key_id = '' where key_id is null;

update events set about = case when account_id is null then '{}' else array[account_id] end where about is null;
reset role;

-- TABLES

alter domain action_status validate constraint action_status_check;
alter table events alter column about set default '{}', alter column about set not null;
alter table callbacks drop column is_past;
alter table accounts drop column poll_window, drop column poll_calls;

alter table video_copies rename to video_renditions;
alter table video_renditions rename constraint video_copies_pkey to video_renditions_pkey;
alter table video_renditions rename constraint video_copies_progress_check to video_renditions_progress_check;
alter table video_renditions rename constraint video_copies_state_check to video_renditions_state_check;
alter index video_copies_due rename to video_renditions_due;
alter table actions rename pickups to claim_count;
alter table actions rename tries to retry_count;
alter table actions rename repeats to resend_count;
alter table actions rename looks to lookup_count;
alter table restore_findings rename tries to retry_count;
alter table exports rename tries to retry_count;
alter table deliveries rename waits_anyway to is_due_without_replay;
alter table accounts rename token_look_at to token_check_at;
drop index accounts_token_look;
create index accounts_token_check on accounts (token_check_at)
  where token_expires_at is not null and status = 'active' and disconnected_at is null;
alter table idempotency_keys rename key_id to actor_id;
alter table idempotency_keys alter column actor_id set not null;
alter table connect_states rename key_id to actor_id;

alter table posts add column created_by jsonb, add column changed_by jsonb;
alter table actions add column created_by jsonb, add column changed_by jsonb;
alter table messages add column created_by jsonb, add column changed_by jsonb;
alter table api_keys add column created_by jsonb, add column changed_by jsonb;

-- FUNCTIONS
-- bridge.ts puts the functions of these names in from the baseline.

drop procedure fill_list_columns;

-- create or replace: journal_of
drop table attempts;

-- create or replace: passes_filters
-- create or replace: queue_accounts
-- create or replace: write_post
-- create or replace: wall_off
-- create or replace: wall_off_workspace
-- create or replace: clock_of

-- ROLES
-- The role of workers has a new name. Other databases of the server may still use the role of before, so it stays, and loses
-- its rights in this database.
do $$
declare
  found record;
begin
  if not exists (select from pg_roles where rolname = 'hubbub_workers') then
    begin
      create role hubbub_workers nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role('hubbub_workers', 'usage') then
    grant hubbub_workers to current_user;
  end if;
  grant usage on schema public to hubbub_workers;
  for found in
    select c.oid::regclass as name, p.polname as policy from pg_policy p join pg_class c on c.oid = p.polrelid
    where 'hubbub_lanes'::regrole = any (p.polroles)
  loop
    execute format('alter policy %I on %s to hubbub_workers', found.policy, found.name);
  end loop;
  for found in
    select c.oid::regclass as name, string_agg(g.privilege_type, ', ') as rights
    from pg_class c, aclexplode(c.relacl) g
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and g.grantee = 'hubbub_lanes'::regrole
    group by c.oid
  loop
    execute format('grant %s on %s to hubbub_workers', found.rights, found.name);
    execute format('revoke all on %s from hubbub_lanes', found.name);
  end loop;
  revoke usage on schema public from hubbub_lanes;
  -- The login of workers gets its new role when the service starts.
  begin
    execute format('revoke hubbub_lanes from hubbub_workers_%s', (select oid from pg_database where datname = current_database()));
  exception when insufficient_privilege or undefined_object then null;
  end;
end $$;

-- PostgreSQL 18 names what forbids null after the column.
do $$
declare
  found record;
begin
  for found in
    select t.oid::regclass as name, c.conname as before, t.relname || '_' || a.attname || '_not_null' as today
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.connamespace = 'public'::regnamespace and c.conname <> t.relname || '_' || a.attname || '_not_null'
  loop
    execute format('alter table %s rename constraint %I to %I', found.name, found.before, found.today);
  end loop;
end $$;

-- The baseline is noted in their place.
delete from migrations;
