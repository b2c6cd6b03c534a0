-- Where the media files of this database are. Processes that would keep them elsewhere do not start, because each would
-- miss the files of the others.
create table media_place (
  is_only boolean primary key default true check (is_only),
  -- `folder:` with the id in the folder's file `storage-id`, or `s3:` with endpoint and bucket.
  place text collate "C" not null,
  -- As its operator knows it: the path of the folder, or the bucket.
  shown_as text not null,
  noted_at timestamptz(3) not null default now()
);
grant select, insert, update on media_place to hubbub_lanes;
