-- Callbacks are read by turns of tenants, however many one of them has.
drop index concurrently if exists callbacks_of_tenant;
create index concurrently callbacks_of_tenant on callbacks (tenant_id, due_at) where due_at is not null;
drop index concurrently if exists callbacks_due;
