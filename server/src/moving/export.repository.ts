import type pg from 'pg';
import { asOwner } from '../db/inspect.ts';
import { readTables, type Table } from '../db/tables.ts';
import type { EncryptedColumn } from '../secrets/encrypted-columns.ts';
import type { MovedTable } from './moved-tables.ts';

/** A piece of about so many bytes is read at once. */
const PIECE_BYTES = 1024 * 1024;
const ROWS_MAX = 1000;

/** A row as JSON without its encrypted values, and those values with the row's key. */
export interface ExportedRow {
  readonly json: string;
  /** The encrypted columns that have a value. */
  readonly encrypted: Readonly<Record<string, string>>;
  /** The columns of the keys of the encrypted columns. */
  readonly key: Readonly<Record<string, string>>;
}

/** One state of the database, whatever is written meanwhile. */
export interface Snapshot {
  readonly takenAt: string;
  readonly migrations: readonly string[];
  /** All tables of the database. */
  readonly tables: readonly Table[];
  /** The keys of the stored files that rows of these tenants name. */
  readyFiles(tenantIds: readonly string[]): Promise<string[]>;
  rowsOf(
    table: MovedTable,
    ownerIds: readonly string[],
    encrypted: readonly EncryptedColumn[],
  ): AsyncGenerator<ExportedRow[]>;
}

/** Runs the work on a snapshot, as the role that sees the rows of all tenants. */
export function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return asOwner(url, async (client) => {
    const migrations = await migrationsOf(client);
    const tables = await readTables(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local role hubbub_workers');
    const { rows } = await client.query("select to_jsonb(now()) #>> '{}' as taken_at");
    const result = await work({
      takenAt: rows[0].taken_at,
      migrations,
      tables,
      readyFiles: (tenantIds) => readyFiles(client, tenantIds),
      rowsOf: (...parameters) => rowsOf(client, ...parameters),
    });
    await client.query('commit');
    return result;
  });
}

/** The names of the migrations that the database has had. */
export async function migrationsOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** Any fixed number: one workspace moves at a time. */
const LOCK = 7_482_347;

/** Whether no other process exports or imports. The lock ends with the connection. */
export async function lockMoves(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
  return rows[0].is_mine === true;
}

async function readyFiles(client: pg.Client, tenantIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    "select tenant_id || '/' || id as key from media where tenant_id = any ($1) and status = 'ready' order by 1",
    [tenantIds],
  );
  return rows.map(({ key }) => key);
}

/** A hash of nothing that anybody knows. */
const NEW_HASH = "sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))";

/**
 * People stay with their proofs. Members and those who were invited go along as invitations, whose links the other
 * installation makes.
 */
const INVITATIONS = `(
  select workspace_id, id, ${NEW_HASH} as hash, null::bytea as mail_hash, email, role, brand_ids, sending, can_approve,
    now() + interval '30 days' as expires_at, null::timestamptz as accepted_at, created_by, created_at
  from invitations where accepted_at is null and expires_at > now()
  union all
  select m.workspace_id, 'minv_' || left(encode(${NEW_HASH}, 'hex'), 26), ${NEW_HASH}, null, p.address, m.role, m.brand_ids, m.sending, m.can_approve,
    now() + interval '30 days', null, m.created_by, m.created_at
  from memberships m join people p on p.user_id = m.user_id)`;

async function* rowsOf(
  client: pg.Client,
  { name: table, ownerColumn }: MovedTable,
  ownerIds: readonly string[],
  encrypted: readonly EncryptedColumn[],
): AsyncGenerator<ExportedRow[]> {
  const values = encrypted.map(
    ({ column, condition = 'true' }) => `case when ${condition} and ${column} <> '' then ${column} end`,
  );
  const names = encrypted.map(({ column }) => `'${column}'`);
  const filled = `jsonb_strip_nulls(jsonb_build_object(${names.map((name, at) => `${name}, ${values[at]}`)}))`;
  const key = [...new Set(encrypted.flatMap((column) => column.key))];
  await client.query(
    `declare moved no scroll cursor for
     select (to_jsonb(t) - array(select jsonb_object_keys(x.encrypted)))::text as json, x.encrypted,
       jsonb_build_object(${key.map((name) => `'${name}', t.${name}`)}) as key
     from ${table === 'invitations' ? INVITATIONS : table} t cross join lateral (select ${encrypted.length === 0 ? "'{}'::jsonb" : filled} as encrypted) x
     where t.${ownerColumn} = any ($1)`,
    [ownerIds],
  );
  // Rows differ in size, from bytes to megabytes.
  for (let limit = 10; ; ) {
    const { rows } = await client.query<ExportedRow>(`fetch ${limit} from moved`);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) break;
    const bytes = rows.reduce((sum, { json }) => sum + json.length, 0);
    limit = Math.max(1, Math.min(ROWS_MAX, Math.floor((limit * PIECE_BYTES) / bytes), limit * 4));
  }
  await client.query('close moved');
}
