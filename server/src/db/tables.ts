import type pg from 'pg';
import { UNFINISHED_TABLE } from './unfinished-restore.ts';

/**
 * The owner of a table's rows. `database`: they describe this one database, such as its login key. A copy of the
 * database makes its own.
 */
export type TableOwner = 'tenant' | 'workspace' | 'installation' | 'database';

/** The owners of tables that have neither `tenant_id` nor `workspace_id`. */
export const OWNERS: Readonly<Record<string, TableOwner>> = {
  announcements: 'installation',
  app_calls: 'installation',
  app_pauses: 'installation',
  billing_notices: 'installation',
  erasure_requests: 'installation',
  forwards: 'installation',
  identities: 'installation',
  installation: 'installation',
  last_backup: 'installation',
  login_keys: 'database',
  media_place: 'database',
  migrations: 'database',
  passkeys: 'installation',
  people: 'installation',
  person_tokens: 'installation',
  platform_apps: 'installation',
  sessions: 'installation',
  workspaces: 'workspace',
};

interface Column {
  readonly name: string;
  /** PostgreSQL's spelling: `timestamp(3) with time zone`. */
  readonly type: string;
  /** PostgreSQL computes its value and takes none. */
  readonly isGenerated: boolean;
}

export interface Table {
  readonly name: string;
  readonly owner: TableOwner;
  /** The column that names the tenant or workspace of a row; undefined for the other owners. */
  readonly ownerColumn: 'tenant_id' | 'workspace_id' | 'id' | undefined;
  /** All columns in the order of the table. */
  readonly columns: readonly Column[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Tables whose rows must be there before. */
  readonly references: readonly string[];
}

/**
 * Reads all tables of the database. A table comes after those that it references, so that rows can be written in this
 * order. Throws for a table whose owner is unknown.
 */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'owner' | 'ownerColumn'>>(`
    select c.relname as name,
      array(select a.attname::text from pg_constraint k, unnest(k.conkey) with ordinality as o (number, position)
        join pg_attribute a on a.attnum = o.number where k.conrelid = c.oid and k.contype = 'p' and a.attrelid = c.oid
        order by o.position) as key,
      array(select distinct k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isGenerated', a.attgenerated <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '${UNFINISHED_TABLE}' order by c.relname`);
  return parentsFirst(rows.map((row) => ({ ...row, ...ownerOf(row.name, row.columns) })));
}

/** The columns that take values, quoted for SQL. */
export function writtenColumns({ columns }: Pick<Table, 'columns'>): string {
  return columns
    .filter(({ isGenerated }) => !isGenerated)
    .map(({ name }) => `"${name}"`)
    .join(', ');
}

function ownerOf(name: string, columns: readonly Column[]): Pick<Table, 'owner' | 'ownerColumn'> {
  const has = (column: string) => columns.some((one) => one.name === column);
  // A tenant's own row has both columns, and belongs to its workspace.
  if (has('workspace_id')) return { owner: 'workspace', ownerColumn: 'workspace_id' };
  if (has('tenant_id')) return { owner: 'tenant', ownerColumn: 'tenant_id' };
  const owner = OWNERS[name];
  if (owner === undefined) throw new Error(`the table ${name} has no owner in db/tables.ts`);
  return { owner, ownerColumn: owner === 'workspace' ? 'id' : undefined };
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const visit = (table: Table) => {
    if (sorted.includes(table)) return;
    for (const parent of tables) if (table.references.includes(parent.name)) visit(parent);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}
