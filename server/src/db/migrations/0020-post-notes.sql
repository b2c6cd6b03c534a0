-- What people and keys write about a post: one thread, in the order of its positions. Nothing of it leaves.
create domain note_visibility as text check (value in ('internal', 'client'));

create table post_notes (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  post_id text collate "C" not null,
  -- From 1, given while the post is locked: a later note never comes before one that was read.
  position integer not null,
  text text not null,
  visibility note_visibility not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, post_id, position)
);
select wall_off('post_notes');
