-- Search by words and their beginnings, by labels, and in scripts without spaces by pairs of characters. A search document
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

-- The query for documents of a tenant that hold every word, as a beginning, and the label. null: nothing can be found,
-- because the search holds no word.
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

create function post_document(tenant text, title text, source text) returns tsvector language sql immutable parallel safe return
  public.search_document(tenant, coalesce(title, '') || ' ' || source, '{}');
create function media_document(tenant text, filename text, alt_text text, tags text[]) returns tsvector language sql immutable parallel safe return
  public.search_document(tenant, filename || ' ' || alt_text, tags);

-- The functions below run as the owner, who reads these tables without a condition that keeps the search out of the index.
-- They are the only readers that do, and each takes the tenant from the transaction.
do $$
declare
  searched text;
begin
  foreach searched in array array['posts', 'media'] loop
    execute format('create policy search on %I for select to current_user using (true)', searched);
  end loop;
end $$;

-- The ids of posts that the query finds, with their places in the order of a list.
create function find_posts(query tsquery, wanted_status text, from_at timestamptz, to_at timestamptz, with_hidden boolean,
  sort text, direction text, after_at timestamptz, after_id text)
returns table (id text, place bigint) language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if sort not in ('created_at', 'scheduled_at') or direction not in ('asc', 'desc') then
    raise 'unknown order';
  end if;
  return query execute format($q$
    with found as materialized (select p.* from posts p where public.post_document(p.tenant_id, p.title, p.text) @@ $1)
    select p.id::text, row_number() over (order by p.%1$I %2$s, p.id %2$s) from found p
    where p.tenant_id = public.sealed_tenant() and p.%1$I is not null
      and ($2 is null or p.status = $2) and ($3 is null or p.created_at >= $3) and ($4 is null or p.created_at <= $4) and ($5 or not p.hidden)
      and ($6 is null or (p.%1$I, p.id) %3$s ($6, $7))$q$, sort, direction, case direction when 'desc' then '<' else '>' end)
  using query, wanted_status, from_at, to_at, with_hidden, after_at, after_id;
end $$;

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
revoke execute on function find_posts, find_media from public;
grant execute on function find_posts, find_media to hubbub_app;
