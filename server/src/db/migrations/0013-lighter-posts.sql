-- A table's check constraints are parsed from their stored text again by every statement that writes the table, also
-- when their column stays as it is. Those of a domain are kept ready, and looked at only where the column is written.
create domain post_status as text
  check (value in ('draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'));
create domain action_kind as text
  check (value in ('publish', 'segment', 'first_comment', 'remove', 'edit', 'reply', 'change', 'template'));
create domain action_status as text
  check (value in ('pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled'));
create domain action_state as text check (value in ('claimed', 'prepared', 'sending', 'reconciling'));
create domain account_status as text check (value in ('active', 'reconnect_required'));
create domain tenant_mode as text check (value in ('live', 'test'));
create domain byte_count as bigint check (value >= 0);

alter table posts drop constraint posts_status_check, alter column status type post_status;
alter table actions drop constraint actions_kind_check, drop constraint actions_status_check, drop constraint actions_state_check,
  alter column kind type action_kind, alter column status type action_status, alter column state type action_state;
alter table accounts drop constraint accounts_status_check, alter column status type account_status;
alter table tenants drop constraint tenants_mode_check, drop constraint tenants_storage_reserved_bytes_check,
  alter column mode type tenant_mode, alter column storage_reserved_bytes type byte_count;

-- Swept once a minute, two minutes after they were made: there are never many.
drop index post_fingerprints_expiry;

-- Whether the tenant ever had an endpoint. Without one, whoever holds the row need not look for those that want an event.
alter table tenants add column has_endpoints boolean not null default false;
-- The owner sees no rows of tenants.
set local role hubbub_lanes;
update tenants t set has_endpoints = true where exists (select from webhook_endpoints w where w.tenant_id = t.tenant_id);
reset role;
create function note_endpoint() returns trigger language plpgsql as $$
begin
  update tenants set has_endpoints = true where tenant_id = new.tenant_id and not has_endpoints;
  return null;
end $$;
create trigger note_endpoint after insert on webhook_endpoints for each row execute function note_endpoint();

-- As for the other tables in migration 0005.
alter policy own_tenant on test_clocks using (tenant_id = current_setting('app.tenant', true));

-- The tenant's clock is asked for once in a transaction, by what first needs it; most do not.
create function clock_asked() returns text language plpgsql stable security definer as $$
begin
  return set_config('app.clock', public.clock_of(current_setting('app.tenant', true)), true);
end $$;
create or replace function tenant_ahead() returns interval language sql stable as $$
  select coalesce(nullif(current_setting('app.clock', true), ''), clock_asked())::float8 * interval '1 second'
$$;

-- As in migration 0005, with fewer and plainer statements, and the refusal `clock` when the tenant's is not what the
-- caller took it for: whatever a statement calls is looked up, and the right to
-- call it checked, each time it runs, so times are worked out once and written as they are.
drop function write_post;
create function write_post(
  tenant text, tenant_created timestamptz,
  -- Whether the tenant's clock can be moved, and how far the caller takes it to be ahead; null when it did not matter.
  has_clock boolean, known_ahead bigint,
  posts_max integer, cost integer, print bytea, print_minutes integer,
  new_id text, new_text text, new_title text, new_status text, new_visibility text, new_first_comment text,
  new_segments jsonb, new_media jsonb, new_platform_data jsonb,
  new_scheduled_at timestamptz, new_scheduled_local text, new_timezone text,
  -- When the post is due, null for a draft; and how its targets begin.
  new_due_at timestamptz, target_status text,
  -- The only target, as most posts have one: scalars cost a fraction of lists. Null when there are several or none, or it has a
  -- time of its own.
  target_id text, target_account text, target_brand text, target_platform text, target_input jsonb,
  -- Several targets in their order, with their own times.
  target_ids text[], target_accounts text[], target_platforms text[], target_inputs jsonb[], own_times timestamptz[], own_locals text[],
  -- Their accounts, each once, and the time at which its first target is due where that is not the post's.
  account_ids text[], account_brands text[], account_platforms text[], account_dues timestamptz[],
  -- The event; null when there is none.
  event_id text, event_type text, event_category text, event_summary text, event_data jsonb
) returns timestamptz language plpgsql as $$
declare
  head timestamptz;
  known_accounts integer;
  is_ahead_of_queue boolean;
  ahead_seconds bigint := 0;
  ahead interval := '0';
  at timestamptz(3) := now();
  post_due timestamptz(3);
  period timestamptz(3);
  event_seq bigint;
  may_be_wanted boolean;
begin
  -- Before the locks: whoever waits here for another request holds nothing that others need.
  if print is not null then
    loop
      insert into post_fingerprints (tenant_id, fingerprint, post_id, expires_at)
      values (tenant, print, new_id, now() + print_minutes * interval '1 minute')
      on conflict (tenant_id, fingerprint) do nothing;
      exit when found;
      update post_fingerprints f set post_id = new_id, expires_at = now() + print_minutes * interval '1 minute'
      where f.tenant_id = tenant and f.fingerprint = print and f.expires_at <= now();
      exit when found;
      -- It may have been swept in between.
      perform refuse('duplicate') from post_fingerprints f where f.tenant_id = tenant and f.fingerprint = print and f.expires_at > now();
    end loop;
  end if;

  -- Each account's row is locked, in the order of ids, even when its queue need not change: whoever empties the queue
  -- meanwhile must wait for this transaction and then sees its targets. A draft waits for nobody.
  if target_id is not null then
    if new_due_at is null then
      perform from accounts a where a.tenant_id = tenant and a.id = target_account
        and a.disconnected_at is null and a.brand_id = target_brand and a.platform = target_platform;
    else
      select a.next_due_at into head from accounts a where a.tenant_id = tenant and a.id = target_account
        and a.disconnected_at is null and a.brand_id = target_brand and a.platform = target_platform
        for update;
      is_ahead_of_queue := head is null or head > new_due_at;
    end if;
    if not found then
      perform refuse('account');
    end if;
  elsif account_ids is not null then
    if new_due_at is not null then
      perform from accounts a where a.tenant_id = tenant and a.id = any (account_ids) order by a.id for update;
    end if;
    select count(*), bool_or(a.next_due_at is null or a.next_due_at > coalesce(account_dues[x.n], new_due_at))
    into known_accounts, is_ahead_of_queue
    from accounts a cross join lateral (select array_position(account_ids, a.id::text) as n) x
    where a.tenant_id = tenant and a.id = any (account_ids)
      and a.disconnected_at is null and a.brand_id = account_brands[x.n] and a.platform = account_platforms[x.n];
    if known_accounts < array_length(account_ids, 1) then
      perform refuse('account');
    end if;
  end if;

  -- Whoever moves the clock locks the accounts too.
  if has_clock then
    select c.ahead_seconds into ahead_seconds from test_clocks c where c.tenant_id = tenant;
    ahead_seconds := coalesce(ahead_seconds, 0);
    if ahead_seconds <> known_ahead then
      perform refuse('clock');
    end if;
    if ahead_seconds > 0 then
      ahead := ahead_seconds * interval '1 second';
      at := now() + ahead;
    end if;
  end if;

  if new_due_at is not null then
    post_due := case when new_due_at > now() then new_due_at - ahead else new_due_at end;
    if (is_ahead_of_queue or ahead_seconds > 0) and target_id is not null then
      update accounts a set next_due_at = least(a.next_due_at, post_due) where a.tenant_id = tenant and a.id = target_account;
    elsif is_ahead_of_queue or ahead_seconds > 0 then
      update accounts a set next_due_at = least(a.next_due_at, coalesce(d.at - case when d.at > now() then ahead else '0' end, post_due))
      from unnest(account_ids, account_dues) as d (id, at) where a.tenant_id = tenant and a.id = d.id;
    end if;
  end if;

  if target_id is not null then
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, input, status, due_at, created_at, updated_at)
    values (tenant, target_id, target_account, target_platform, 'publish', new_id, target_input, target_status, post_due, at, at);
  elsif account_ids is not null then
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local,
      due_at, created_at, updated_at)
    select tenant, t.id, t.account_id, t.platform, 'publish', new_id, t.n - 1, t.input, target_status, t.own_at, t.own_local,
      coalesce(t.own_at - case when t.own_at > now() then ahead else '0' end, post_due), at, at
    from unnest(target_ids, target_accounts, target_platforms, target_inputs, own_times, own_locals)
      with ordinality as t (id, account_id, platform, input, own_at, own_local, n);
  end if;

  if cost > 0 or event_id is not null then
    period := period_start(tenant_created, at);
    update tenants t set posts_used = t.posts_used + cost, seq = t.seq + case when event_id is null then 0 else 1 end
    where t.tenant_id = tenant and t.period_start = period and (cost = 0 or posts_max = -1 or t.posts_used < posts_max)
    returning t.seq, t.has_endpoints into event_seq, may_be_wanted;
    if not found then
      update tenants t set
        posts_used = case when t.period_start = period then t.posts_used else 0 end + cost,
        interactions_used = case when t.period_start = period then t.interactions_used else 0 end,
        period_start = period,
        seq = t.seq + case when event_id is null then 0 else 1 end
      where t.tenant_id = tenant
        and (cost = 0 or posts_max = -1 or case when t.period_start = period then t.posts_used else 0 end < posts_max)
      returning t.seq, t.has_endpoints into event_seq, may_be_wanted;
      if not found then
        perform refuse('quota:post');
      end if;
    end if;
  end if;

  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data, scheduled_at,
    scheduled_local, timezone, charged_period, created_at, updated_at)
  values (tenant, new_id, new_text, new_title, new_status, new_visibility, new_first_comment, new_segments, new_media, new_platform_data,
    new_scheduled_at, new_scheduled_local, new_timezone, case when cost > 0 then period end, at, at);

  if event_id is not null then
    insert into events (tenant_id, seq, id, type, category, resource_id, summary, data, created_at)
    values (tenant, event_seq, event_id, event_type, event_category, new_id, event_summary, event_data, at);
    if may_be_wanted then
      perform queue_deliveries(tenant, array[event_seq], array[event_type]);
    end if;
  end if;
  return at;
end $$;
