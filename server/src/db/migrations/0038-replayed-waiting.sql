-- A delivery that a replay has queued would be sent without it too: it waited before, or somebody asked for it by hand.
alter table deliveries add column waits_anyway boolean not null default false;
