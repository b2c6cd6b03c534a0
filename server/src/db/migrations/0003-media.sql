-- Files, their renditions, and the search for words.

-- SEARCH
-- Search is by words and their beginnings, by labels, and in scripts without spaces by pairs of characters. A search document
-- also holds the tenant, so that one index serves all tenants and a search reads no other tenant's rows.

-- Punctuation, symbols and emoji separate words.
create function words_of(source text) returns text language sql immutable parallel safe return
  regexp_replace(left(source, 100000), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\uff0f\U0001f000-\U0001fbff]+', ' ', 'g');

create function pairs_in(source text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(run[1], n, 2)), '{}')
  from regexp_matches(source, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}', 'g') run,
    generate_series(1, length(run[1]) - 1) n
$$;

-- \x01 and \x02 begin lexemes that no text can hold.
create function search_document(tenant text, source text, labels text[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text := public.words_of(source);
  more text[] := array[E'\x01' || tenant];
begin
  if cardinality(labels) > 0 then
    more := more || (select array_agg(E'\x02' || label) from unnest(labels) label where label <> '');
  end if;
  if words ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}' then
    more := more || public.pairs_in(lower(words));
  end if;
  return to_tsvector('pg_catalog.simple', words) || array_to_tsvector(more);
end $$;

create function lexeme_of(word text) returns text language sql immutable parallel safe return
  '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''';

-- The query for documents of a tenant that hold every word, as a beginning, and the label. Null: nothing can be found, because
-- the search holds no word.
create function search_query(tenant text, source text, label text) returns tsquery language plpgsql immutable parallel safe as $$
declare
  words text := public.words_of(source);
  pairs text[] := public.pairs_in(lower(words));
  parts text[] := array[public.lexeme_of(E'\x01' || tenant)];
begin
  if label is not null then
    parts := parts || public.lexeme_of(E'\x02' || label);
  end if;
  if source is not null then
    parts := parts
      || (select array_agg(public.lexeme_of(w.lexeme) || ':*') from unnest(to_tsvector('pg_catalog.simple', words)) w
          where cardinality(public.pairs_in(w.lexeme)) = 0)
      || (select array_agg(public.lexeme_of(pair)) from unnest(pairs) pair);
    if cardinality(parts) = (case when label is null then 1 else 2 end) then
      return null;
    end if;
  end if;
  return array_to_string(parts, ' & ')::tsquery;
end $$;

-- MEDIA

-- Files: what is known of their content, where they are sorted, and what is reserved for them before they are there. Only the
-- cleanup sees an item that is `removing`. It removes the file first and the row after it.
create table media (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  status text not null check (status in ('pending', 'ready', 'failed', 'removing')),
  facts jsonb not null default '{}',
  -- `kind` of the facts: image, video, audio or file.
  kind text collate "C",
  failure text,
  alt_text text not null default '',
  folder text not null default '',
  tags text[] not null default '{}',
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- A file is coming in until then. Nobody else sends one meanwhile, and nothing is verified.
  uploading_until timestamptz(3),
  -- When the cleanup takes it up: an upload that nobody finished, or a file that is to be removed.
  due_at timestamptz(3),
  created_at timestamptz(3) not null default tenant_now(),
  updated_at timestamptz(3) not null default tenant_now(),
  primary key (tenant_id, id)
);
create function media_document(tenant text, filename text, alt_text text, tags text[]) returns tsvector language sql immutable parallel safe return
  public.search_document(tenant, filename || ' ' || alt_text, tags);
create index media_created on media (tenant_id, created_at desc, id desc) where status = 'ready';
create index media_of_folder on media (tenant_id, folder, created_at desc, id desc) where status = 'ready';
create index media_of_kind on media (tenant_id, kind, created_at desc, id desc) where status = 'ready';
create index media_due on media (due_at) where due_at is not null;
create index media_found on media using gin (media_document(tenant_id, filename, alt_text, tags)) with (gin_pending_list_limit = 256)
  where status = 'ready';
select wall_off('media');

-- Row level security keeps operators that are not leakproof out of index conditions, so lists filter by a plain column.
create function note_media_kind() returns trigger language plpgsql as $$
begin
  new.kind := new.facts ->> 'kind';
  return new;
end $$;
create trigger note_new_media_kind before insert on media for each row execute function note_media_kind();
create trigger note_media_kind before update of facts on media for each row
  when (new.facts is distinct from old.facts) execute function note_media_kind();

-- `find_media` and `find_posts` run as the owner, who reads these tables without a condition that keeps the search out of the
-- index. They are the only readers that do, and they take the tenant from the transaction.
create policy search on media for select to current_user using (true);

-- The ids of ready media, newest first.
create function find_media(query tsquery, wanted_folder text, wanted_kind text, after_at timestamptz, after_id text, amount integer)
returns table (id text, place bigint) language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  with found as materialized (select m.* from media m where public.media_document(m.tenant_id, m.filename, m.alt_text, m.tags) @@ query and m.status = 'ready')
  select m.id::text, row_number() over (order by m.created_at desc, m.id desc) as place from found m
  where m.tenant_id = public.sealed_tenant() and (wanted_folder is null or m.folder = wanted_folder)
    and (wanted_kind is null or m.kind = wanted_kind)
    and (after_at is null or (m.created_at, m.id) < (after_at, after_id))
  order by place limit amount
$$;
revoke execute on function find_media from public;
grant execute on function find_media to hubbub_app;

-- Renditions of videos that platforms take, made beforehand by a worker. The row is the job. The file lies beside the original
-- under the name `recipe`, once the state is `ready`. Rows go with the row of their item.
create table video_renditions (
  tenant_id text collate "C" not null,
  media_id text collate "C" not null,
  -- Names what is made: platforms that need the same rendition share it.
  recipe text collate "C" not null,
  wanted jsonb not null,
  platforms text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  bytes bigint,
  failure text,
  -- The video is at fault: another attempt would end the same way.
  is_final boolean not null default false,
  asked_at timestamptz(3) not null default now(),
  -- When the first post that needs it is due.
  needed_at timestamptz(3) not null,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3) not null default '-infinity',
  attempt int not null default 0,
  primary key (tenant_id, media_id, recipe)
);
create index video_renditions_due on video_renditions (needed_at) where state in ('waiting', 'working');
select wall_off('video_renditions');

-- Where the media files of this database are. A process that would keep them elsewhere does not start, because it would miss the
-- files of the others.
create table media_place (
  is_only boolean primary key default true check (is_only),
  -- `folder:` with the id in the folder's file `storage-id`, or `s3:` with endpoint and bucket.
  place text collate "C" not null,
  -- As its operator knows it: the path of the folder, or the bucket.
  shown_as text not null,
  noted_at timestamptz(3) not null default now()
);
grant select, insert, update on media_place to hubbub_workers;
