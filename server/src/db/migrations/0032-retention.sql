-- When the log of a tenant is next looked at for events that are past their retention. So a sweep with nothing to remove
-- looks at no log.
create table event_sweeps (
  tenant_id text collate "C" primary key,
  due_at timestamptz(3) not null default now() + interval '1 day'
);
create index event_sweeps_due on event_sweeps (due_at);
select wall_off('event_sweeps');

create function plan_event_sweep() returns trigger language plpgsql as $$
begin
  insert into event_sweeps (tenant_id) values (new.tenant_id);
  return null;
end $$;
create trigger plan_event_sweep after insert on tenants for each row execute function plan_event_sweep();

-- Another plan keeps events for another time.
create function hasten_event_sweep() returns trigger language plpgsql as $$
begin
  update event_sweeps set due_at = now() where tenant_id = new.tenant_id;
  return null;
end $$;
create trigger hasten_event_sweep after update of plan on tenants for each row when (new.plan is distinct from old.plan)
  execute function hasten_event_sweep();

-- When a delivery succeeded or was given up; null: it waits.
alter table deliveries add column ended_at timestamptz(3);
create function note_end_of_delivery() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.status <> 'pending' then now() end;
  return new;
end $$;
create trigger note_end_of_new_delivery before insert on deliveries for each row when (new.status <> 'pending')
  execute function note_end_of_delivery();
create trigger note_end_of_delivery before update of status on deliveries for each row
  when (new.status is distinct from old.status) execute function note_end_of_delivery();

set local role hubbub_lanes;
insert into event_sweeps (tenant_id, due_at) select tenant_id, now() from tenants;
update deliveries set ended_at = created_at where status <> 'pending';
reset role;

-- One for each kind of rows that ends by its age.
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index attempts_at on attempts (at);
create index callbacks_read on callbacks (received_at) where due_at is null;
create index webhook_replays_completed on webhook_replays (completed_at) where due_at is null;
create index app_pauses_until on app_pauses (until);

-- The sweep skips rows that somebody holds.
grant update on billing_notices to hubbub_lanes;
