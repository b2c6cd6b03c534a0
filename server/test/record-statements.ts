import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** `RECORD_STATEMENTS` names a file for the service's statements; `database/statements.test.ts` reads it. */
const file = process.env.RECORD_STATEMENTS;

export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
}

if (file !== undefined) {
  const seen = new Set<string>();
  const connection = pg.Connection.prototype;
  const { parse } = connection;
  connection.parse = function (this: pg.Connection, query: RecordedStatement, more: boolean) {
    // Only the service names its statements like this (`db/query.ts`).
    if (/^h[\w-]{16}$/.test(query.name) && !seen.has(query.name)) {
      seen.add(query.name);
      appendFileSync(file, `${JSON.stringify({ name: query.name, text: query.text } satisfies RecordedStatement)}\n`);
    }
    return parse.call(this, query as never, more);
  } as typeof parse;
}
