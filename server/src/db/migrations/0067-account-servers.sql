-- The server that an account lives on, where ids are unique on a server only. Empty on platforms that are one server, and
-- for accounts from before this column, until they are connected again.
alter table accounts add column server text collate "C" not null default '';
