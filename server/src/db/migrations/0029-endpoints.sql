alter table webhook_endpoints
  add column description text,
  -- The brands, accounts and platforms whose events are wanted; null: all. What is gone stays in the list and matches nothing.
  add column brand_ids text[],
  add column account_ids text[],
  add column platforms text[],
  -- Headers of the owner's own. The values are a JSON list in the order of the names, encrypted; empty without headers.
  add column header_names text[] not null default '{}',
  add column header_values text not null default '',
  -- Secrets before the current one, newest first: a JSON list, encrypted. They sign too until `previous_until`.
  add column previous_secrets text not null default '',
  add column previous_until timestamptz(3);

-- The accounts that an event is about; null: an event from before, which is about `account_id`.
alter table events add column about text[];

-- As in migration 0028; the event keeps the accounts that it is about.
create or replace function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, brand_id, about, summary, data,
    raw_payload, error_category, error_message)
  select tenant, before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id,
    case when e.about <> '{}' then shared_brand(tenant, e.about) end, e.about, e.summary, e.data, e.raw_payload, e.error_category,
    e.error_message
  from jsonb_to_recordset(new_events) as e (ordinal int, id text, type text, category text, status text, platform text,
    account_id text, resource_id text, about text[], summary text, data jsonb, raw_payload jsonb, error_category text,
    error_message text);
  if may_be_wanted then
    perform queue_deliveries(tenant, array_agg(before + e.ordinal), array_agg(e.type))
    from jsonb_to_recordset(new_events) as e (ordinal int, type text);
  end if;
end $$;

-- Whether an event passes the filters of an endpoint. One about several accounts passes when any of them does.
create function passes_filters(endpoint webhook_endpoints, event events) returns boolean language sql stable as $$
  with about as materialized (
    select a.brand_id, a.platform from accounts a
    where a.tenant_id = event.tenant_id and a.id = any (coalesce(event.about, array[event.account_id]))
  )
  select (endpoint.account_ids is null or coalesce(event.about, array[event.account_id]) && endpoint.account_ids)
    and (endpoint.platforms is null or exists (select from about where platform = any (endpoint.platforms)))
    and (endpoint.brand_ids is null or case
      when event.brand_id is not null then event.brand_id = any (endpoint.brand_ids)
      else exists (select from about where brand_id = any (endpoint.brand_ids)) end)
$$;

-- As in migration 0026; an endpoint with filters gets what passes them.
create or replace function queue_deliveries(tenant text, seqs bigint[], types text[]) returns void language plpgsql as $$
begin
  if exists (select from tenants t where t.tenant_id = tenant and t.billing_blocked_at is not null)
    or not exists (select from webhook_endpoints w where w.tenant_id = tenant and w.is_active and w.events && types) then
    return;
  end if;
  with queued as (
    insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type)
    select tenant, 'dlv_' || substr(md5(w.id || e.seq::text || random()::text), 1, 26), w.id, e.seq, e.type
    from unnest(seqs, types) as e (seq, type)
    join webhook_endpoints w on w.tenant_id = tenant and w.is_active and e.type = any (w.events)
    where num_nonnulls(w.brand_ids, w.account_ids, w.platforms) = 0
      or exists (select from events l where l.tenant_id = tenant and l.seq = e.seq and passes_filters(w, l))
    returning endpoint_id
  )
  insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at)
  select distinct tenant, endpoint_id, now() from queued order by 2
  on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at);
end $$;
