-- Lists stay fast in a tenant with a million rows. Row level security keeps operators that are not leakproof out of index
-- conditions, so what lists sort and filter by are plain columns. The indexes follow in the next migration.

-- Targets of posts are listed by the times of their post. `destination_id` is the page or board.
alter table actions add column listed_at timestamptz(3), add column listed_scheduled_at timestamptz(3),
  add column destination_id text collate "C";

create function destination_in(input jsonb) returns text language sql immutable parallel safe
  return coalesce(input ->> 'page_id', input ->> 'board_id');

create function list_target() returns trigger language plpgsql as $$
begin
  if new.listed_at is null then
    select p.created_at, p.scheduled_at into new.listed_at, new.listed_scheduled_at
    from posts p where p.tenant_id = new.tenant_id and p.id = new.post_id;
    new.listed_at := coalesce(new.listed_at, new.created_at);
  end if;
  new.destination_id := destination_in(new.input);
  return new;
end $$;
create trigger list_target before insert on actions for each row
  when (new.kind = 'publish' and new.listed_at is null) execute function list_target();
create trigger list_target_again before update of input on actions for each row
  when (new.kind = 'publish' and new.input is distinct from old.input) execute function list_target();

create function list_targets_by_schedule() returns trigger language plpgsql as $$
begin
  update actions set listed_scheduled_at = new.scheduled_at
  where tenant_id = new.tenant_id and post_id = new.id and listed_at is not null;
  return null;
end $$;
create trigger list_targets_by_schedule after update of scheduled_at on posts for each row
  when (new.scheduled_at is distinct from old.scheduled_at) execute function list_targets_by_schedule();

-- As in migration 0025, with the columns above.
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
    scheduled_at, scheduled_local, timezone, charged_period, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text);
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

-- Conversations are listed by their latest message; those without one by their beginning.
alter table conversations add column listed_at timestamptz(3);
create function list_conversation() returns trigger language plpgsql as $$
begin
  new.listed_at := coalesce(new.last_message_at, new.created_at);
  return new;
end $$;
create trigger list_new_conversation before insert on conversations for each row execute function list_conversation();
create trigger list_conversation before update of last_message_at on conversations for each row
  when (new.last_message_at is distinct from old.last_message_at) execute function list_conversation();

-- image, video, audio or file
alter table media add column kind text collate "C";
create function note_media_kind() returns trigger language plpgsql as $$
begin
  new.kind := new.facts ->> 'kind';
  return new;
end $$;
create trigger note_new_media_kind before insert on media for each row execute function note_media_kind();
create trigger note_media_kind before update of facts on media for each row
  when (new.facts is distinct from old.facts) execute function note_media_kind();

-- Fills the columns of old rows in small transactions.
create procedure fill_list_columns() language plpgsql as $$
declare
  rows_max constant integer := 1000;
  tenant text;
  first_id text;
  last_id text;
begin
  for tenant in select t.tenant_id from tenants t loop
    first_id := '';
    loop
      select max(b.id) into last_id from (select a.id from actions a where a.tenant_id = tenant and a.id > first_id order by a.id limit rows_max) b;
      exit when last_id is null;
      update actions a set listed_at = coalesce((select p.created_at from posts p where p.tenant_id = tenant and p.id = a.post_id), a.created_at),
        listed_scheduled_at = (select p.scheduled_at from posts p where p.tenant_id = tenant and p.id = a.post_id),
        destination_id = destination_in(a.input)
      where a.tenant_id = tenant and a.id > first_id and a.id <= last_id and a.kind = 'publish' and a.listed_at is null;
      commit;
      first_id := last_id;
    end loop;
    update conversations set listed_at = coalesce(last_message_at, created_at) where tenant_id = tenant and listed_at is null;
    commit;
    update media set kind = facts ->> 'kind' where tenant_id = tenant and kind is null and facts ? 'kind';
    commit;
  end loop;
end $$;
