import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createDatabase, dropDatabaseAt } from '../own-database.ts';
import type { RecordedStatement } from '../record-statements.ts';

const { RECORDED_STATEMENTS: file } = process.env;
const STATEMENTS_MIN = 500;

/** Other statements, like `set`, cannot be prepared. */
const CAN_BE_PREPARED = /^\s*(select|insert|update|delete|merge|with|values)\b/i;

/** Statements that another run has recorded, on a PostgreSQL of another version: each must be valid there. */
test.skipIf(file === undefined)(
  'every recorded statement of the service is valid on this PostgreSQL',
  async () => {
    const lines = readFileSync(file as string, 'utf8')
      .trimEnd()
      .split('\n');
    const recorded = lines.map((line): RecordedStatement => JSON.parse(line));
    const texts = new Set(recorded.map(({ text }) => text).filter((text) => CAN_BE_PREPARED.test(text)));
    const templateUrl = inject('templateUrl');
    const url = await createDatabase(templateUrl);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const failures: string[] = [];
    for (const text of texts) {
      await client.query('deallocate all');
      await client.query(`prepare one as ${text}`).catch((error) => failures.push(`${error.message}: ${text}`));
    }
    await client.end();
    await dropDatabaseAt(templateUrl, url);
    expect(failures).toEqual([]);
    expect(texts.size).toBeGreaterThan(STATEMENTS_MIN);
  },
  120_000,
);
