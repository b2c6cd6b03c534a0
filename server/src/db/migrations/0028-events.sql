-- The brand that an event belonged to when it happened; null: that of several brands, of the workspace, or from before.
alter table events add column brand_id text collate "C";

-- One for each filter of the log. All end with the position, because pages go by it.
create index events_of_category on events (tenant_id, category, seq);
create index events_of_type on events (tenant_id, type, seq);
create index events_of_resource on events (tenant_id, resource_id, seq) where resource_id is not null;
create index events_of_account on events (tenant_id, account_id, seq) where account_id is not null;
create index events_of_platform on events (tenant_id, platform, seq) where platform is not null;
create index events_of_brand on events (tenant_id, brand_id, seq) where brand_id is not null;
create index events_failed on events (tenant_id, seq) where status = 'failed';
-- Periods, and everything that their summary counts.
create index events_at on events (tenant_id, created_at) include (type, status, error_category);

-- The brand of these accounts; null when they are of several brands or there are none.
create function shared_brand(tenant text, ids text[]) returns text language sql stable as $$
  select min(a.brand_id) from accounts a where a.tenant_id = tenant and a.id = any (ids) having count(distinct a.brand_id) = 1
$$;

-- As in migration 0014; each event comes with the accounts that it is about, whose brand it keeps.
create or replace function record_events(tenant text, new_events jsonb) returns void language plpgsql as $$
declare
  amount integer := jsonb_array_length(new_events);
  before bigint;
  may_be_wanted boolean;
begin
  update tenants t set seq = t.seq + amount where t.tenant_id = tenant
  returning t.seq - amount, t.has_endpoints into before, may_be_wanted;
  insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, brand_id, summary, data,
    raw_payload, error_category, error_message)
  select tenant, before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id,
    case when e.about <> '{}' then shared_brand(tenant, e.about) end, e.summary, e.data, e.raw_payload, e.error_category, e.error_message
  from jsonb_to_recordset(new_events) as e (ordinal int, id text, type text, category text, status text, platform text,
    account_id text, resource_id text, about text[], summary text, data jsonb, raw_payload jsonb, error_category text,
    error_message text);
  if may_be_wanted then
    perform queue_deliveries(tenant, array_agg(before + e.ordinal), array_agg(e.type))
    from jsonb_to_recordset(new_events) as e (ordinal int, type text);
  end if;
end $$;
