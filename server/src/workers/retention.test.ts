import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDS, retentionTable, STAYS } from './retention.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

test('every table ends by itself after a time, or stays for a reason', () => {
  const tables = new Set<string>();
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8');
    for (const [, verb, table = ''] of text.matchAll(/^(create|drop) table (?:if exists )?(\w+)/gm))
      if (verb === 'create') tables.add(table);
      else tables.delete(table);
  }
  const told = [...Object.keys(ENDS).filter((name) => !name.includes('.')), ...Object.keys(STAYS)];
  expect(told.toSorted(), 'Say in workers/retention.ts when the rows of a table end, or why they stay.').toEqual(
    [...tables].toSorted(),
  );
});

test('docs/retention.md tells how long everything is kept', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/retention.md'), 'utf8');
  expect(page, `docs/retention.md does not hold this table:\n${retentionTable()}`).toContain(retentionTable());
});
