import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NODE_FLAGS } from '../../../../test/node-flags.ts';

const SCRIPT = fileURLToPath(import.meta.resolve('./measure-memory.fixture.ts'));

test('all files of 500 items and 100,000 comments take at most 150 MB of memory', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, SCRIPT]);
  const { bytes, sizes } = JSON.parse(stdout);
  expect(Object.keys(sizes)).toEqual(['excel', 'report', 'pdf', 'csv', 'jsonl']);
  expect(sizes.jsonl).toBeGreaterThan(15_000_000);
  expect(bytes).toBeLessThan(150_000_000);
});
