-- A workspace that owes money is blocked in both halves. The tenant's row has a copy, because requests and events read
-- that row and not the workspace.
alter table workspaces add column billing_blocked_at timestamptz(3);
alter table tenants add column billing_blocked_at timestamptz(3);

create function copy_billing_block() returns trigger language plpgsql as $$
begin
  update tenants t set billing_blocked_at = new.billing_blocked_at where t.workspace_id = new.id;
  return null;
end $$;
create trigger copy_billing_block after update of billing_blocked_at on workspaces
  for each row when (old.billing_blocked_at is distinct from new.billing_blocked_at) execute function copy_billing_block();

-- As in migration 0005; events of a blocked workspace are delivered to nobody, now or later.
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
    returning endpoint_id
  )
  insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at)
  select distinct tenant, endpoint_id, now() from queued order by 2
  on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at);
end $$;

-- The workspace as the payment processor knows it; the live half has the row.
create table billing_customers (
  tenant_id text collate "C" primary key,
  -- The processor's id.
  id text collate "C" not null unique,
  -- The subscription that was applied last, and the plan that it bought; null: none is running.
  subscription_id text,
  plan text,
  -- The workspace is being deleted: its subscription ends and its customer goes.
  is_ending boolean not null default false,
  -- When the processor is asked again. A notice sets it and counts an attempt, so that a reading from before cannot win.
  due_at timestamptz(3),
  attempt integer not null default 0,
  failures integer not null default 0,
  error text,
  created_at timestamptz(3) not null default now()
);
create index billing_customers_due on billing_customers (due_at) where due_at is not null;
select wall_off('billing_customers');

-- Verified notices of the processor, by its own ids: each counts once. They are kept for a while, also those of nobody.
create table billing_notices (
  id text collate "C" primary key,
  type text not null,
  customer_id text,
  received_at timestamptz(3) not null default now()
);
create index billing_notices_received on billing_notices (received_at);
grant select, insert, delete on billing_notices to hubbub_lanes;
