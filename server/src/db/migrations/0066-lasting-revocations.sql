-- Access stays here until its platform has revoked it, for 30 days at most. `given_up_at`: nobody tries any more.
alter table revocations
  alter column due_at drop not null,
  add column noted_at timestamptz(3) not null default now(),
  add column failures integer not null default 0,
  add column error text,
  add column given_up_at timestamptz(3);
