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
  where a.tenant_id = tenant and a.id = any (ids) and (brands[array_position(ids, a.id::text)] is null
    or a.disconnected_at is null and a.brand_id = brands[array_position(ids, a.id::text)])
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

create or replace function write_post(
  tenant text, limits jsonb,
  -- null: duplicates are allowed.
  new_fingerprint bytea, fingerprint_minutes integer,
  post jsonb, targets jsonb,
  -- As `queue_accounts` takes them; null for a draft.
  account_ids text[], account_brands text[], account_dues timestamptz[],
  -- As `record_events` takes them; null when there are none.
  new_events jsonb
) returns timestamptz language plpgsql as $$
declare
  is_charged boolean := post ->> 'status' <> 'draft';
  ahead interval := '0';
  period timestamptz(3);
  at timestamptz(3);
begin
  -- Before all locks: whoever waits here for another request holds nothing that others need.
  if new_fingerprint is not null then
    insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
    values (tenant, new_fingerprint, post ->> 'id', now() + fingerprint_minutes * interval '1 minute')
    on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
      where f.expires_at <= now();
    if not found then
      perform refuse('duplicate');
    end if;
  end if;
  if is_charged then
    ahead := queue_accounts(tenant, account_ids, account_brands, account_dues);
    period := take_usage(tenant, 'post', 1, limits);
  end if;
  at := tenant_now();
  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
    scheduled_at, scheduled_local, timezone, charged_period, created_by, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, p.created_by, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text, created_by jsonb);
  insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at,
    created_at, updated_at, listed_at, listed_scheduled_at, destination_id)
  select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local,
    due_at(t.due_at, ahead), at, at, at, (post ->> 'scheduled_at')::timestamptz, destination_in(t.input)
  from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb, status text,
    scheduled_at timestamptz, scheduled_local text, due_at timestamptz);
  if new_events is not null then
    perform record_events(tenant, new_events);
  end if;
  return at;
end $$;

create or replace function wall_off(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('drop policy if exists own_tenant on %s', walled);
  execute format('drop policy if exists every_tenant on %s', walled);
  execute format('create policy own_tenant on %s to hubbub_app using (tenant_id = public.sealed_tenant())', walled);
  execute format('create policy every_tenant on %s to hubbub_workers using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_workers', walled);
end $$;

create or replace function wall_off_workspace(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('create policy own_workspace on %s to hubbub_app using (workspace_id = public.sealed_workspace())', walled);
  execute format('create policy every_workspace on %s to hubbub_workers using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_workers', walled);
end $$;

create or replace function clock_of(tenant text) returns text language plpgsql stable security definer as $$
begin
  if not pg_has_role(session_user, 'hubbub_workers', 'member') and tenant is distinct from public.sealed_tenant() then
    return '0';
  end if;
  return coalesce((select c.ahead_seconds::text from public.test_clocks c where c.tenant_id = tenant), '0');
end $$;

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
