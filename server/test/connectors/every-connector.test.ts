import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';

test.each(Object.keys(connectors))('%s has a file that proves its connector', (platform) => {
  const name = `${platform.replaceAll('_', '-')}.test.ts`;
  expect(
    existsSync(join(import.meta.dirname, name)),
    `Add server/test/connectors/${name}; the files beside it show what it holds.`,
  ).toBe(true);
});
