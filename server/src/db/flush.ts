import pg from 'pg';
import { slowStatement } from '../core/observing/channels.ts';

const SLOW_MS = 1000;

/** A prepared statement with its parameters. */
export interface Statement {
  /** Each connection prepares the text once under this name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Its rows are not read. */
  readonly isSilent?: boolean;
}

/**
 * Sends statements in one packet and reads their rows, in order. Outside of `begin` they form one transaction: either
 * all of them are committed when the server responds, or none is.
 *
 * Every statement of the service goes through here. Only the engine's settlements and the commit of a request (execute/,
 * the creation of posts) defer statements (`tx.defer`), so that a whole transaction takes one packet. Other code runs
 * its statements at once. `batch-users.test.ts` checks that, `driver-contract.test.ts` what is used of the driver.
 */
export async function flush(client: pg.ClientBase, statements: readonly Statement[]): Promise<unknown[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
  const query = new Flush(statements, pooled.get(client));
  query.callback = (error, rows) => (error ? reject(error) : resolve(rows ?? []));
  const startedMs = performance.now();
  client.query(query as unknown as pg.Submittable);
  try {
    const rows = await promise;
    tellSlow(startedMs);
    return rows;
  } catch (error) {
    tellSlow(startedMs, isStatementStopped(error));
    // Shows the stack of the caller instead of the socket's.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** The rules of a connection whose transactions may each run in another session of the server. */
export interface Pooled {
  /** Whether the pooler knows the names of prepared statements. Else each is prepared for one use. */
  readonly preparesStatements: boolean;
}

const pooled = new WeakMap<pg.ClientBase, Pooled>();

/** Notes that a pooler gives each transaction of the connection a session of its own. */
export function notePooled(client: pg.ClientBase, how: Pooled): void {
  pooled.set(client, how);
}

/** Whether the time of a statement ran out. Its transaction left nothing behind. */
export function isStatementStopped(error: unknown): boolean {
  return (error as { code?: string }).code === '57014';
}

function tellSlow(startedMs: number, isStopped = false): void {
  const durationMs = performance.now() - startedMs;
  if (isStopped || durationMs >= SLOW_MS) slowStatement.publish({ outcome: isStopped ? 'stopped' : 'finished' });
}

/**
 * The parts of a connection that are used beyond the documented surface of node-postgres. Its version is pinned, and
 * `driver-contract.test.ts` fails when an upgrade changes them.
 */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** The text of each statement that the server has prepared, by name. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}
interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}
const Base = pg.Query as unknown as new (
  text: string,
) => {
  callback: (error: Error | null, rows?: unknown[][]) => void;
  handleError(error: Error, wire: Wire): void;
};

/** The columns of a statement's rows. The server describes them once on each connection. */
interface Shape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}
const NO_ROWS: Shape = { names: [], parsers: [] };
const shapesOf = new WeakMap<Wire, Map<string, Shape>>();

/** One Sync for all statements. node-postgres in pipeline mode accepts only subclasses of its own query class. */
class Flush extends Base {
  readonly #statements: readonly Statement[];
  readonly #pooled: Pooled | undefined;
  /** Converted before anything is sent: a value that cannot be converted must not leave half a transaction behind. */
  readonly #values: unknown[][];
  readonly #prepared: string[] = [];
  readonly #rows: unknown[][];
  #shapes: Map<string, Shape> = new Map();
  #at = 0;
  #fault: Error | undefined;

  constructor(statements: readonly Statement[], pooled: Pooled | undefined) {
    super('');
    this.#statements = statements;
    this.#pooled = pooled;
    this.#values = statements.map(({ values }) => values.map(toParameter));
    this.#rows = statements.map(() => []);
  }

  submit(wire: Wire): null {
    // A statement that was prepared before a migration fails after it. In another session it succeeds with other columns.
    if (this.#pooled === undefined) {
      this.#shapes = shapesOf.get(wire) ?? new Map();
      shapesOf.set(wire, this.#shapes);
    }
    wire.stream.cork();
    for (const [index, { name, text, isSilent }] of this.#statements.entries()) {
      const isNamed = this.#pooled?.preparesStatements !== false;
      if (!isNamed) wire.parse({ name: '', text });
      else if (wire.parsedStatements[name] === undefined) {
        // A failed flush may or may not have prepared it. Closing an unknown statement is no error.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        wire.parsedStatements[name] = text;
        this.#prepared.push(name);
      }
      wire.bind({ statement: isNamed ? name : '', values: this.#values[index] ?? [] });
      if (isSilent !== true && !this.#shapes.has(name)) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const name = this.#statements[this.#at]?.name ?? '';
    this.#shapes.set(name, {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => types.getTypeParser(field.dataTypeID)),
    });
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { name = '', isSilent } = this.#statements[this.#at] ?? {};
    const shape = this.#shapes.get(name);
    if (isSilent === true || shape === undefined) return;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index] as string | null;
        row[shape.names[index] as string] = text === null ? null : shape.parsers[index]?.(text);
      }
    } catch (error) {
      this.#fault ??= error as Error;
    }
    this.#rows[this.#at]?.push(row);
  }

  handleCommandComplete(): void {
    const { name = '', isSilent } = this.#statements[this.#at] ?? {};
    if (isSilent !== true && !this.#shapes.has(name)) this.#shapes.set(name, NO_ROWS);
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    if (this.#fault === undefined) this.callback(null, this.#rows);
    else this.callback(this.#fault);
  }

  override handleError(error: Error, wire: Wire): void {
    for (const name of this.#prepared) delete wire.parsedStatements[name];
    super.handleError(error, wire);
  }
}

const types = {
  getTypeParser(oid: number): (text: string) => unknown {
    // Sequence numbers and byte counts stay far below 2^53.
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return toDate;
    return pg.types.getTypeParser(oid);
  },
};

const parseDate: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** Node's own parser is twice as fast, and lists are full of times. It does not know infinity and the first centuries. */
function toDate(text: string): Date {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) || text.startsWith('0') ? parseDate(text) : date;
}

/** A value in the text or binary form of the protocol. */
function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toElement(value: unknown): string {
  const parameter = toParameter(value);
  if (parameter === null) return 'NULL';
  const text = typeof parameter === 'string' ? parameter : `\\x${parameter.toString('hex')}`;
  return Array.isArray(value) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
