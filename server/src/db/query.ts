import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
} from 'kysely';

/** Compiles `sql` templates to text and parameters. It has no connection. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A `sql` template, or an object that compiles like one. Run it with a `Runner`. */
export interface Query<Row> {
  /** Carries the type of the rows; it has no value. */
  readonly expressionType: Row | undefined;
  compile(compiler: QueryExecutorProvider): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** Runs queries in the order of the calls, also while earlier ones still run. */
export interface Runner {
  run<Row>(query: Query<Row>): Promise<Row[]>;
  first<Row>(query: Query<Row>): Promise<Row | undefined>;
}

/** A promise in an object, so that returning it from a transaction does not wait for it. */
export interface Deferred<T> {
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

/**
 * Calls a function of the database with named parameters. Its text is built once, so every call must name the same
 * parameters in the same order.
 */
export function callOf<Row>(name: string): (parameters: Readonly<Record<string, unknown>>) => Query<Row> {
  let text: string | undefined;
  return (parameters) => ({
    expressionType: undefined,
    compile() {
      text ??= `select ${name}(${Object.keys(parameters).map((parameter, index) => `${parameter} => $${index + 1}`)}) as result`;
      return { sql: text, parameters: Object.values(parameters) };
    },
  });
}

/** The query as a prepared statement. */
export function toStatement<Row>(query: Query<Row>): { name: string; text: string; values: unknown[] } {
  const compiled = query.compile(compiler);
  return { name: nameOf(compiled.sql), text: compiled.sql, values: compiled.parameters as unknown[] };
}
