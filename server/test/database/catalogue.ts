import type pg from 'pg';

/**
 * The schema of a database, with a line for each thing: tables, columns, constraints, indexes, functions, triggers, policies,
 * grants and rows that migrations make. Two databases with equal lines behave alike. The order of columns is left out,
 * because nothing depends on it, and so is the name of the owner.
 */
export async function readCatalogue(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    Object.entries(QUERIES)
      .map(([kind, query]) => `select '${kind} ' || concat_ws(' | ', ${query}`)
      .join('\nunion all\n'),
  );
  return rows.map(({ line }) => line).sort();
}

/** Rights in a fixed order; those that PostgreSQL gives by default are written out. */
const grants = (acl: string, kind: string, owner: string) =>
  `(select string_agg(g.line, ', ' order by g.line) from (
     select case grantee when 0 then 'public' when ${owner} then 'the owner' else grantee::regrole::text end
       || '=' || privilege_type || case when is_grantable then '*' else '' end as line
     from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner})))) g)`;

const isOurs = (oid: string, catalog: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

const QUERIES: Readonly<Record<string, string>> = {
  extension: `extname, extversion) as line from pg_extension`,
  schema: `nspname, ${grants('nspacl', 'n', 'nspowner')}) from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  type: `typname, typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault, typcollation::regcollation, ${grants('typacl', 'T', 'typowner')})
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')`,
  // Indexes have lines of their own.
  relation: `relname, relkind, relpersistence, array_to_string(array(select unnest(reloptions) order by 1), ','), relrowsecurity, relforcerowsecurity,
      relreplident, case when relkind in ('r', 'v', 'p', 'S') then ${grants('relacl', 'r', 'relowner')} end)
    from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I', 't', 'c')`,
  column: `c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull, a.attidentity, a.attgenerated,
      a.attstorage, a.attcompression, pg_get_expr(d.adbin, d.adrelid), case when a.attacl is not null then ${grants('a.attacl', 'c', 'c.relowner')} end)
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped`,
  constraint: `coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname, contype, convalidated, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace`,
  index: `x.indrelid::regclass, pg_get_indexdef(x.indexrelid), x.indisprimary, x.indisvalid, x.indisready, array_to_string(array(select unnest(c.reloptions) order by 1), ','))
    from pg_index x join pg_class c on c.oid = x.indexrelid where c.relnamespace = 'public'::regnamespace`,
  function: `pg_get_functiondef(oid), ${grants('proacl', 'f', 'proowner')})
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${isOurs('pg_proc.oid', 'pg_proc')}`,
  trigger: `pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  policy: `tablename, policyname, permissive, array_to_string(array(select case r when (select tableowner from pg_tables t where t.tablename = pg_policies.tablename
      and t.schemaname = 'public') then 'the owner' else r end from unnest(roles) r order by 1), ','), cmd, qual, with_check)
    from pg_policies where schemaname = 'public'`,
  sequence: `sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size) from pg_sequences where schemaname = 'public'`,
  statistics: `pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  rule: `pg_get_ruledef(r.oid)) from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace`,
  'default grant': `defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl`,
  migration: `name) from migrations`,
  installation: `i.epoch, i.restored_at, i.backup_at, i.journal) from installation i`,
};

/** The lines that only one of two catalogues has: `-` before those of the first, `+` before those of the second. */
export function differences(one: readonly string[], other: readonly string[]): string[] {
  const lacking = (from: readonly string[], sign: string, lines: readonly string[]) =>
    lines.filter((line) => !from.includes(line)).map((line) => `${sign} ${line}`);
  return [...lacking(other, '-', one), ...lacking(one, '+', other)];
}
