drop index concurrently if exists revocations_given_up;
create index concurrently revocations_given_up on revocations (given_up_at) where given_up_at is not null;
