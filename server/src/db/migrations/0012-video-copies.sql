-- Copies of films that platforms take, made beforehand by a lane. The row is the job; the file lies beside the original
-- under the name `recipe`, once the state is `ready`. Rows go with the row of their item.
create table video_copies (
  tenant_id text collate "C" not null,
  media_id text collate "C" not null,
  -- Names what is made: platforms that need the same copy share it.
  recipe text collate "C" not null,
  wanted jsonb not null,
  platforms text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  bytes bigint,
  failure text,
  -- It is the film's fault: trying again would end the same way.
  is_final boolean not null default false,
  asked_at timestamptz(3) not null default now(),
  -- When the first post that needs it is due.
  needed_at timestamptz(3) not null,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt int not null default 0,
  primary key (tenant_id, media_id, recipe)
);
create index video_copies_due on video_copies (needed_at) where state in ('waiting', 'working');

alter table video_copies enable row level security;
alter table video_copies force row level security;
create policy own_tenant on video_copies to hubbub_app using (tenant_id = (select current_setting('app.tenant', true)));
create policy every_tenant on video_copies to hubbub_lanes using (true);
grant select, insert, update, delete on video_copies to hubbub_app, hubbub_lanes;
