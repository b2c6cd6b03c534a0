-- When a key ends by itself, by the clock of the database; null: never.
alter table api_keys add column expires_at timestamptz(3);
-- Addresses and CIDR blocks that the key may be used from; empty: any.
alter table api_keys add column allowed_ips text[] not null default '{}';

create index api_keys_newest on api_keys (tenant_id, created_at, id);
