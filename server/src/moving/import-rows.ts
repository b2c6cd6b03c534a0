import { mayBeId } from '../core/ids.ts';
import type { Vault } from '../core/tools.ts';
import { uniqueViolationOf } from '../db/database.ts';
import { MoveError } from './archive.ts';
import type { MovedTable } from './moved-tables.ts';
import { encryptedColumnsOf, type Fields, reencrypted, renewed } from './secret-values.ts';
import { owns, type WorkspaceIds } from './workspace-ids.ts';

/** A piece of about so many rows or characters is written at once. */
const ROWS_MAX = 500;
const PIECE_CHARACTERS = 1024 * 1024;
/** No row of ours is as large. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;

export interface RowTools {
  readonly ids: WorkspaceIds;
  /** Encrypts the secrets of this installation. */
  readonly vault: Vault;
  /** Decrypts those of the archive; undefined: it has none. */
  readonly archiveVault: Vault | undefined;
}

/** Reads the rows of a table. @throws MoveError for one that is no row of this table and workspace */
export async function checkRows(ids: WorkspaceIds, table: MovedTable, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _row of checkedRows(ids, table, content));
}

/** Writes the rows of a table piece by piece; returns how many. `write`: writes one piece. */
export async function importRows(
  write: (rows: readonly string[]) => Promise<void>,
  tools: RowTools,
  table: MovedTable,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let piece: string[] = [];
  let characters = 0;
  let count = 0;
  const writePiece = async () => {
    if (piece.length > 0) await write(piece).catch((error) => reject(table.name, error));
    piece = [];
    characters = 0;
  };
  const encrypted = encryptedColumnsOf(table.name);
  for await (const { json, fields, fault } of checkedRows(tools.ids, table, content)) {
    const row = encrypted.length === 0 ? json : withFields(json, secretsOf(tools, table.name, fields, fault));
    piece.push(row);
    characters += row.length;
    count += 1;
    if (piece.length >= ROWS_MAX || characters >= PIECE_CHARACTERS) await writePiece();
  }
  await writePiece();
  return count;
}

function reject(table: string, error: unknown): never {
  const constraint = uniqueViolationOf(error);
  if (constraint !== undefined)
    throw new MoveError(`A row of ${table} is here already, in another workspace (${constraint}).`);
  // Classes 22 and 23: values that the table does not take.
  if (/^2[23]/.test((error as { code?: string }).code ?? ''))
    throw new MoveError(`The archive was changed: ${table} does not take a row (${(error as Error).message}).`);
  throw error;
}

interface CheckedRow {
  readonly json: string;
  readonly fields: Fields;
  /** An error that names the row. */
  readonly fault: (what: string) => MoveError;
}

async function* checkedRows(
  ids: WorkspaceIds,
  table: MovedTable,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<CheckedRow> {
  const { name: tableName, columns: names } = table;
  const wanted = new Set(names);
  let line = 0;
  for await (const json of linesOf(content)) {
    line += 1;
    const fault = (what: string) => new MoveError(`The archive was changed: ${tableName}, line ${line}, ${what}.`);
    const fields = parsed(json);
    if (fields === undefined) throw fault('is no row');
    const unknown = Object.keys(fields).find((name) => !wanted.has(name));
    if (unknown !== undefined) throw fault(`names a column ${JSON.stringify(unknown)} that does not exist`);
    const missing = names.find((name) => !(name in fields));
    if (missing !== undefined) throw fault(`has no column ${missing}`);
    if (!owns(ids, table, fields)) throw fault('belongs to another workspace');
    const wrong = wrongIdIn(table, fields);
    if (wrong !== undefined) throw fault(`has an id that is not one of Hubbub: ${wrong}`);
    yield { json, fields, fault };
  }
}

/** Keys of stored files are made of ids, so an id must not lead elsewhere. */
function wrongIdIn({ name: table, idColumns }: MovedTable, fields: Fields): string | undefined {
  const isRight = (column: string, value: unknown) =>
    (column !== 'id' && (value === null || value === '')) || (typeof value === 'string' && mayBeId(value));
  const wrong = idColumns.find((column) => !isRight(column, fields[column]));
  if (wrong !== undefined) return `${wrong} is ${JSON.stringify(fields[wrong])}`;
  const rendition = table === 'video_renditions' ? fields.recipe : undefined;
  if (rendition === undefined || /^[0-9a-z]{1,40}\.[0-9a-z]{1,10}$/.test(String(rendition))) return undefined;
  return `recipe is ${JSON.stringify(rendition)}`;
}

function secretsOf(tools: RowTools, table: string, fields: Fields, fault: (what: string) => MoveError): Fields {
  if (tools.archiveVault === undefined) return renewed(table, fields, tools.vault);
  const values = sealedValuesOf(table, fields);
  try {
    return reencrypted(table, values, fields as Record<string, string>, tools.archiveVault, tools.vault);
  } catch {
    throw fault('has a secret that cannot be decrypted');
  }
}

function sealedValuesOf(table: string, fields: Fields): Record<string, string> {
  if (table === 'idempotency_keys' && fields.is_sealed !== true) return {};
  const entries = encryptedColumnsOf(table).map(({ column }) => [column, fields[column]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

/** The row with these fields in place of its own. Its text stays, because JavaScript would round large numbers. */
export function withFields(json: string, fields: Fields): string {
  const more = JSON.stringify(fields).slice(1, -1);
  if (more === '') return json;
  const end = json.lastIndexOf('}');
  // The database takes the last value of a name that stands twice.
  return `${json.slice(0, end)}${json.slice(0, end).trimEnd() === '{' ? '' : ','}${more}}`;
}

function parsed(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    let start = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...pieces, piece.subarray(start, end)]).toString('utf8');
      pieces = [];
      bytes = 0;
      start = end + 1;
    }
    pieces.push(piece.subarray(start));
    bytes += piece.length - start;
    if (bytes > LINE_BYTES_MAX) throw new MoveError('The archive was changed: a line is too long for a row.');
  }
  if (bytes > 0) throw new MoveError('The archive was changed: the last row of a table has no end.');
}
