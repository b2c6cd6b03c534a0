drop index concurrently if exists actions_by_fingerprint;
create index concurrently actions_by_fingerprint on actions (tenant_id, fingerprint) where fingerprint is not null;
