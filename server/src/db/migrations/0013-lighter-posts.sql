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
update tenants t set has_endpoints = true where exists (select from webhook_endpoints w where w.tenant_id = t.tenant_id);
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
  -- In their order: id, account, platform, input, and the target's own time with its wall time.
  -- One list in lists: each array that a function takes is unpacked, which is dear.
  targets text[],
  -- In the order of their ids: id, brand and platform of each account, and the time at which its first target is due
  -- where that is not the post's.
  target_accounts text[],
  -- The event; null when there is none.
  event_id text, event_type text, event_category text, event_summary text, event_data jsonb
) returns timestamptz language plpgsql as $$
declare
  account_count integer := cardinality(target_accounts) / 4;
  head timestamptz;
  heads timestamptz[];
  ahead_seconds bigint := 0;
  ahead interval := '0';
  at timestamptz(3) := now();
  post_due timestamptz(3);
  due timestamptz(3);
  own_at timestamptz(3);
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

  -- Each account's row is locked even when its queue need not change: whoever empties the queue meanwhile must wait for
  -- this transaction and then sees its targets.
  for i in 1 .. account_count loop
    if new_due_at is null then
      perform from accounts a where a.tenant_id = tenant and a.id = target_accounts[i][1]
        and a.disconnected_at is null and a.brand_id = target_accounts[i][2] and a.platform = target_accounts[i][3];
    else
      select a.next_due_at into head from accounts a where a.tenant_id = tenant and a.id = target_accounts[i][1]
        and a.disconnected_at is null and a.brand_id = target_accounts[i][2] and a.platform = target_accounts[i][3]
        for update;
      heads[i] := head;
    end if;
    if not found then
      perform refuse('account');
    end if;
  end loop;

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
    for i in 1 .. account_count loop
      due := post_due;
      if target_accounts[i][4] is not null then
        due := target_accounts[i][4];
        due := case when due > now() then due - ahead else due end;
      end if;
      if heads[i] is null or heads[i] > due then
        update accounts a set next_due_at = due where a.tenant_id = tenant and a.id = target_accounts[i][1];
      end if;
    end loop;
  end if;

  for i in 1 .. coalesce(array_length(targets, 1), 0) loop
    own_at := targets[i][5];
    due := post_due;
    if own_at is not null and new_due_at is not null then
      due := case when own_at > now() then own_at - ahead else own_at end;
    end if;
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local,
      due_at, created_at, updated_at)
    values (tenant, targets[i][1], targets[i][2], targets[i][3], 'publish', new_id, i - 1, targets[i][4]::jsonb, target_status, own_at,
      targets[i][6], due, at, at);
  end loop;

  if cost > 0 or event_id is not null then
    update tenants t set posts_used = t.posts_used + cost, seq = t.seq + case when event_id is null then 0 else 1 end
    where t.tenant_id = tenant and t.period_start > at - interval '720 hours'
      and (cost = 0 or posts_max = -1 or t.posts_used < posts_max)
    returning t.seq, t.period_start, t.has_endpoints into event_seq, period, may_be_wanted;
    if not found then
      period := period_start(tenant_created, at);
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
