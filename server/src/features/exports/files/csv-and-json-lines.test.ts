import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { exampleDataset } from './example-dataset.fixture.ts';
import { type Written, written } from './written.fixture.ts';

const AT = new Date('2026-02-01T10:00:00Z');
const hostile = {
  itemPlatformId: 'v1',
  author: '@cmd',
  text: '=1+1\n"two"',
  createdAt: AT,
  platformId: 'c1',
  likes: -3,
};

function csvOf(files: Written, name: string): readonly Record<string, string>[] {
  const bytes = unzipSync(files.csv)[`${name}.csv`] ?? new Uint8Array();
  expect([...bytes.subarray(0, 3)], 'byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  return parse(Buffer.from(bytes), { bom: true, columns: true });
}

test('the CSV files hold every row, in UTF-8 with a byte order mark, and no formulas', async () => {
  const files = await written(exampleDataset({ items: 9, days: 3, comments: 0 }, { comments: [hostile] }), [
    'csv',
    'jsonl',
  ]);
  expect(Object.keys(unzipSync(files.csv))).toEqual(['videos.csv', 'days.csv', 'comments.csv', 'transcripts.csv']);
  expect(csvOf(files, 'videos')[5]).toMatchObject({
    title: 'Καφές στη χόβολη ☕',
    views: '40795',
    duration_seconds: '120',
  });
  expect(csvOf(files, 'days').map(({ date }) => date)).toEqual(['2026-02-26', '2026-02-27', '2026-02-28']);
  expect(csvOf(files, 'comments')[0]).toMatchObject({
    author: "'@cmd",
    text: '\'=1+1\n"two"',
    likes: '-3',
    written_at: AT.toISOString(),
  });
});

test('the JSON Lines hold every object, with its type', async () => {
  const files = await written(exampleDataset({ items: 2, days: 3, comments: 0 }, { comments: [hostile] }), [
    'csv',
    'jsonl',
  ]);
  const lines = files.jsonl
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(['export', 'video', 'video', 'day', 'day', 'day', 'comment']);
  expect(lines[0]).toMatchObject({ id: 'exp_1', brand: { timezone: 'Europe/Berlin' } });
  expect(lines[1]).toMatchObject({ platform_id: 'v00000', metrics: { views: 1200 }, transcript: { language: 'en' } });
  expect(lines[1].metrics).not.toHaveProperty('shares');
  expect(lines[6]).toMatchObject({ text: '=1+1\n"two"', item_platform_id: 'v1', created_at: AT.toISOString() });
});
