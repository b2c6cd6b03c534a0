import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rolesTable } from './roles.ts';

test('docs/people.md tells what each role may', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/people.md'), 'utf8');
  expect(page, `docs/people.md does not hold this table:\n${rolesTable()}`).toContain(rolesTable());
});
