-- Files at addresses are copied before somebody approves what shows them. When the worker copies those of a post next; null: nothing
-- is left to copy.
alter table held add column copy_due_at timestamptz(3);
