-- Mail to those who decide about what waits. By the clock of the database, also for test tenants.
alter table held
  -- When those who decide were looked up.
  add column noticed_at timestamptz(3);
alter table people
  -- When the next mail about what waits goes out; null: there is nothing to say.
  add column held_mail_at timestamptz(3),
  add column held_mailed_at timestamptz(3);
