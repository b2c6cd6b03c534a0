-- The policies of tables that belong to a workspace ask a function, as those of tenants do. A policy without a query holds on
-- every kind of PostgreSQL, also where tables are spread over several.

-- The workspace of the tenant of this transaction; null without one.
create function sealed_workspace() returns text language plpgsql stable as $$
begin
  return (select t.workspace_id from public.tenants t where t.tenant_id = public.sealed_tenant());
end $$;

create or replace function wall_off_workspace(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', walled);
  execute format('create policy own_workspace on %s to hubbub_app using (workspace_id = public.sealed_workspace())', walled);
  execute format('create policy every_workspace on %s to hubbub_lanes using (true)', walled);
  execute format('grant select, insert, update, delete on %s to hubbub_app, hubbub_lanes', walled);
end $$;

alter policy own_workspace on owners using (workspace_id = public.sealed_workspace());
alter policy own_workspace on announcement_views using (workspace_id = public.sealed_workspace());
alter policy own_workspace on feedback using (workspace_id = public.sealed_workspace());
