-- How often the watchdog ended the process in the action, since its attempt began.
alter table actions add column hang_count integer not null default 0;
