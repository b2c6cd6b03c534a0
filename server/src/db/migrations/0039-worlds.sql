-- The part of the simulator that belongs to one test tenant. Its id is the secret that opens it.
alter table tenants add column world text collate "C" unique;
alter table tenants no force row level security;
update tenants set world = 'w_' || replace(gen_random_uuid()::text, '-', '') where mode = 'test';
alter table tenants force row level security;
alter table tenants add constraint tenants_world_check check ((world is null) = (mode = 'live'));

-- An app of the simulator belongs to a world. Those of before are asked for again. '' is the app of live tenants.
delete from platform_apps where mode = 'test';
alter table platform_apps add column world text collate "C" not null default '';
alter table platform_apps drop constraint platform_apps_pkey, drop column mode;
alter table platform_apps add primary key (world, platform, server);
