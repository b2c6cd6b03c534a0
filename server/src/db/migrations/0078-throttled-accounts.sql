-- Few accounts are throttled, however many are due.
drop index concurrently if exists accounts_throttled;
create index concurrently accounts_throttled on accounts (throttled_at) where throttled_at is not null;
