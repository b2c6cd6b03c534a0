import { expect, test } from 'vitest';
import type { SharedCache } from '../../core/tools.ts';
import { createWindows } from './windows.ts';

test('a window that ended on the shared server takes nothing along into the next one', async () => {
  const responses = [
    { count: 900, leftMs: 30_000 },
    { count: 901, leftMs: 29_000 },
    { count: 1, leftMs: 60_000 },
  ];
  const cache = { count: async () => responses.shift() } as unknown as SharedCache;
  const windows = createWindows({ milliseconds: 60_000, namesMax: 10, shared: { cache, prefix: 'test' } });
  const counts: number[] = [];
  while (responses.length > 0) {
    windows.count('key');
    await new Promise(setImmediate);
    counts.push(windows.read('key').count);
  }
  expect(counts).toEqual([900, 901, 1]);
});
