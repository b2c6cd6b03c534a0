-- What an erasure must remember until it is done: the names of the person on the platform, and our answers to the person
-- that were being sent.
alter table erasures
  add column names text[] not null default '{}',
  add column open_answers text[] not null default '{}';
