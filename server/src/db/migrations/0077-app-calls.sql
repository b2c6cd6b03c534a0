-- Calls that readings made with an app, in the window of its platform's limit that ends at `until`. The sum over the app's
-- accounts read all of them at each reading; their columns `poll_window` and `poll_calls` are no longer used.
create table app_calls (
  platform text not null,
  app_id text not null,
  until timestamptz(3) not null,
  calls integer not null,
  primary key (platform, app_id)
);
create index app_calls_until on app_calls (until);
grant select, insert, update, delete on app_calls to hubbub_lanes;
