-- A request that repeats an earlier one joins its action. The fingerprint says what an action answers and with what.
alter table actions add column if not exists fingerprint bytea;
drop index concurrently if exists actions_by_fingerprint;
create index concurrently actions_by_fingerprint on actions (tenant_id, fingerprint) where fingerprint is not null;
