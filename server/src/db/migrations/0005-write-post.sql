-- Queues deliveries of events for the endpoints that want them. The caller holds the tenant's row.
create function queue_deliveries(tenant text, seqs bigint[], types text[]) returns void language plpgsql as $$
begin
  if not exists (select from webhook_endpoints w where w.tenant_id = tenant and w.is_active and w.events && types) then
    return;
  end if;
  with queued as (
    insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type)
    select tenant, 'dlv_' || substr(md5(w.id || e.seq::text || random()::text), 1, 26), w.id, e.seq, e.type
    from unnest(seqs, types) as e (seq, type)
    join webhook_endpoints w on w.tenant_id = tenant and w.is_active and e.type = any (w.events)
    returning endpoint_id
  )
  insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at)
  select distinct tenant, endpoint_id, now() from queued order by 2
  on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at);
end $$;

-- Writes a post with everything that belongs to it and tells the time at which it was made. Simple statements whose
-- plans stay cost half of what one large statement does, and one that has waited for a lock sees what was committed
-- meanwhile. Ends with the refusal `duplicate` or `quota:post` when the post may not be, or `account` when an account is
-- not what the caller took it for; then nothing is left. The tenant's clock comes with migration 0007.
create function write_post(
  tenant text, tenant_created timestamptz, posts_max integer, cost integer, print bytea, print_minutes integer,
  post_id text, post_text text, post_title text, post_status text, post_visibility text, post_first_comment text,
  post_segments jsonb, post_media jsonb, post_platform_data jsonb,
  post_scheduled_at timestamptz, post_scheduled_local text, post_timezone text,
  -- Records in their order.
  targets jsonb,
  -- In the order of their ids: id, brand and platform of each account, and, unless the post is a draft, the time at
  -- which its first target is due. One list in lists: each array that a function takes is unpacked, which is dear.
  target_accounts text[],
  -- The event; null when there is none.
  event_id text, event_type text, event_category text, event_summary text, event_data jsonb
) returns timestamptz language plpgsql as $$
declare
  period timestamptz;
  event_seq bigint;
  is_wanted boolean;
  account text;
  due timestamptz;
  head timestamptz;
  is_known boolean;
begin
  -- Before the locks: whoever waits here for another request holds nothing that others need.
  if print is not null then
    insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
    values (tenant, print, write_post.post_id, now() + print_minutes * interval '1 minute')
    on conflict (tenant_id, fingerprint) do update
      set post_id = excluded.post_id, expires_at = excluded.expires_at
      where f.expires_at <= now();
    if not found then
      perform refuse('duplicate');
    end if;
  end if;

  -- Each account's row is locked even when its queue need not change: whoever empties the queue meanwhile must wait for
  -- this transaction and then sees its targets.
  for i in 1 .. coalesce(array_length(target_accounts, 1), 0) loop
    account := target_accounts[i][1];
    due := due_time(tenant, target_accounts[i][4]::timestamptz);
    if due is null then
      perform from accounts a where a.tenant_id = tenant and a.id = account
        and a.disconnected_at is null and a.brand_id = target_accounts[i][2] and a.platform = target_accounts[i][3];
      is_known := found;
    else
      select a.next_due_at into head from accounts a where a.tenant_id = tenant and a.id = account
        and a.disconnected_at is null and a.brand_id = target_accounts[i][2] and a.platform = target_accounts[i][3]
        for update;
      is_known := found;
      if is_known and (head is null or head > due) then
        update accounts a set next_due_at = due where a.tenant_id = tenant and a.id = account;
      end if;
    end if;
    if not is_known then
      perform refuse('account');
    end if;
  end loop;

  if target_accounts <> '{}' then
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at)
    select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local, due_time(tenant, t.due_at)
    from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb,
      scheduled_at timestamptz, scheduled_local text, status text, due_at timestamptz);
  end if;

  if cost > 0 or event_id is not null then
    period := period_start(tenant_created, tenant_now());
    update tenants t set
      posts_used = case when t.period_start = period then t.posts_used else 0 end + cost,
      interactions_used = case when t.period_start = period then t.interactions_used else 0 end,
      period_start = period,
      seq = t.seq + case when event_id is null then 0 else 1 end
    where t.tenant_id = tenant
      and (cost = 0 or posts_max = -1 or case when t.period_start = period then t.posts_used else 0 end < posts_max)
    returning t.seq, exists (
      select from webhook_endpoints w where w.tenant_id = tenant and w.is_active and event_type = any (w.events))
    into event_seq, is_wanted;
    if not found then
      perform refuse('quota:post');
    end if;
  end if;

  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data, scheduled_at, scheduled_local, timezone, charged_period)
  values (tenant, write_post.post_id, post_text, post_title, post_status, post_visibility, post_first_comment, post_segments, post_media,
    post_platform_data, post_scheduled_at, post_scheduled_local, post_timezone, case when cost > 0 then period end);

  if event_id is not null then
    insert into events (tenant_id, seq, id, type, category, resource_id, summary, data)
    values (tenant, event_seq, event_id, event_type, event_category, write_post.post_id, event_summary, event_data);
    if is_wanted then
      perform queue_deliveries(tenant, array[event_seq], array[event_type]);
    end if;
  end if;
  return tenant_now()::timestamptz(3);
end $$;

-- A policy that reads the setting once for each statement makes every statement carry a plan of its own for that.
-- Statements name the tenant themselves and touch few rows.
do $$
declare
  t record;
begin
  for t in select tablename from pg_policies where schemaname = 'public' and policyname = 'own_tenant' loop
    execute format('alter policy own_tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', t.tablename);
  end loop;
end $$;
