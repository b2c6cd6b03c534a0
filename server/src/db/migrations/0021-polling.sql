-- How often an account is asked for news follows what happens there: `poll_active_at` is when something last did.
-- Reading leaves half of a platform's calls to other work: `poll_calls` were made in the window `poll_window`, counted in
-- lengths of the platform's window since 1970.
alter table accounts
  add column poll_active_at timestamptz(3),
  add column poll_window bigint not null default 0,
  add column poll_calls integer not null default 0,
  -- The position in the account's old conversations; null before the first page.
  add column history_cursor text,
  -- The callbacks that the account is subscribed to, in the connector's words; null when nobody noted it.
  add column subscription text;

-- Every account is looked at once more, spread over some minutes: it may need new callbacks and have old conversations.
update accounts set poll_due_at = now() + random() * interval '10 minutes'
where poll_due_at is null and disconnected_at is null;
