-- A callback about a removed app names a person. Each way from a person to accounts has an index.
drop index concurrently if exists accounts_by_app_scoped_id;
create index concurrently accounts_by_app_scoped_id on accounts (platform, (metadata ->> 'app_scoped_id'))
  where disconnected_at is null and metadata ->> 'app_scoped_id' is not null;
drop index concurrently if exists shared_logins_by_person;
create index concurrently shared_logins_by_person on shared_logins (platform, platform_id);
