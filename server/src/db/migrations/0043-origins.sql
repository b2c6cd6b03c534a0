-- The request that caused a row, and the span of its trace (W3C Trace Context). The scope of a transaction names both; they
-- are null where no request is the cause. A default that is added with the column would be computed for old rows, so it
-- is set afterwards.
create function origin_now(part text) returns text language sql stable as $$
  select nullif(current_setting('app.' || part, true), '')
$$;

alter table actions add column request_id text, add column traceparent text;
alter table actions alter column request_id set default origin_now('request_id'), alter column traceparent set default origin_now('traceparent');

alter table callbacks add column request_id text, add column traceparent text;
alter table callbacks alter column request_id set default origin_now('request_id'), alter column traceparent set default origin_now('traceparent');

alter table events add column request_id text, add column traceparent text;

-- The function of migration 0029; an event keeps its origin. One transaction may write events of several origins.
create or replace function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, brand_id, about, summary, data,
    raw_payload, error_category, error_message, request_id, traceparent)
  select tenant, before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id,
    case when e.about <> '{}' then shared_brand(tenant, e.about) end, e.about, e.summary, e.data, e.raw_payload, e.error_category,
    e.error_message, e.request_id, e.traceparent
  from jsonb_to_recordset(new_events) as e (ordinal int, id text, type text, category text, status text, platform text,
    account_id text, resource_id text, about text[], summary text, data jsonb, raw_payload jsonb, error_category text,
    error_message text, request_id text, traceparent text);
  if may_be_wanted then
    perform queue_deliveries(tenant, array_agg(before + e.ordinal), array_agg(e.type))
    from jsonb_to_recordset(new_events) as e (ordinal int, type text);
  end if;
end $$;
