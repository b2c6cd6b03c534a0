drop index concurrently if exists accounts_on_server;
create unique index concurrently accounts_on_server on accounts (tenant_id, platform, platform_id, server) where disconnected_at is null;
drop index concurrently if exists accounts_platform_id;
