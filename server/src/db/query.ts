import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

/** Writes `sql` templates as text and parameters; it has no connection. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A `sql` template. Run it with a `Runner`. */
export type Query<Row> = RawBuilder<Row>;

/** Runs queries, one after the other or pipelined, in the order of the calls. */
export interface Runner {
  run<Row>(query: Query<Row>): Promise<Row[]>;
  first<Row>(query: Query<Row>): Promise<Row | undefined>;
}

/** In an object, so that returning it from a transaction does not wait for it. */
export interface Later<T> {
  readonly result: Promise<T>;
}

const names = new Map<string, string>();

/** A stable name for a statement's text, so that each connection prepares it once. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `h${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

/** The query as node-postgres takes it. */
export function toStatement<Row>(query: Query<Row>): { name: string; text: string; values: unknown[] } {
  const compiled = query.compile(compiler);
  return { name: nameOf(compiled.sql), text: compiled.sql, values: compiled.parameters as unknown[] };
}
