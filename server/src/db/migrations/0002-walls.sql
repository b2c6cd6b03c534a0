-- The second wall. The service works as `hubbub_app` with the tenant set for the transaction and sees that tenant's
-- rows only; claims and key look-ups, which concern all tenants, work as `hubbub_lanes`. Roles belong to the whole
-- cluster, so another database may have made them already.
do $$
declare
  name text;
  t record;
begin
  foreach name in array array['hubbub_app', 'hubbub_lanes'] loop
    -- An owner without CREATEROLE finds them made, and is a member.
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(name, 'usage') then
      execute format('grant %I to current_user', name);
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;

  grant select, insert, update, delete on workspaces, platform_apps, app_pauses to hubbub_lanes;

  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
  loop
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    execute format('create policy own_tenant on %I to hubbub_app using (tenant_id = (select current_setting(''app.tenant'', true)))', t.relname);
    execute format('create policy every_tenant on %I to hubbub_lanes using (true)', t.relname);
    execute format('grant select, insert, update, delete on %I to hubbub_app, hubbub_lanes', t.relname);
  end loop;
end $$;
