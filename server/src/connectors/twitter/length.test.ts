import { expect, test } from 'vitest';
import { weightedLength } from './length.ts';

test.each([
  ['', 0],
  ['Hello. And more.', 16],
  ['x'.repeat(300), 300],
  ['café', 4],
  ['cafe\u0301', 4],
  ['日本', 4],
  ['👨‍👩‍👧', 2],
  ['https://example.com/very/long/path?with=query', 23],
  ['see example.com now', 4 + 23 + 4],
  ['not.anaddress', 13],
  ['1.5 and 2.5', 11],
])('%j weighs %i', (text, length) => {
  expect(weightedLength(text)).toBe(length);
});

test('a text built to be slow is found too long quickly', () => {
  const started = process.cpuUsage();
  for (const unit of ['a.', '日.', 'a.b/', 'http://', '(', 'a.co(', '👨‍']) {
    expect(weightedLength(unit.repeat(4000))).toBeGreaterThan(280);
  }
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});
