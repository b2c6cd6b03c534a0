import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import { ACCOUNT_METRICS, DAY_METRICS, POST_METRICS } from '../src/core/analytics/metrics.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/analytics.md'), 'utf8');
const [, table = ''] = /<!-- numbers: .*-->\n([\s\S]*?)<!-- end of numbers -->/.exec(text) ?? [];
const rows = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('docs/analytics.md has a row for every platform with numbers, with its abilities', () => {
  const all = Object.values(connectors);
  const withNumbers = all.filter(
    ({ metrics, accountMetrics, dailyMetrics }) => metrics || accountMetrics || dailyMetrics,
  );
  expect(rows.map(([, name]) => name)).toEqual(
    withNumbers.map(({ displayName }) => displayName).sort((one, other) => one.localeCompare(other)),
  );
  for (const [, name, posts, account, days, daysBack] of rows) {
    const connector = all.find(({ displayName }) => displayName === name);
    expect([posts !== '–', account !== '–', days !== '–', daysBack], name).toEqual([
      connector?.metrics !== undefined,
      connector?.accountMetrics !== undefined,
      connector?.dailyMetrics !== undefined,
      connector?.dailyMetrics === undefined ? '–' : String(connector.dailyMetrics.daysBack),
    ]);
  }
});

test('docs/analytics.md names only metrics of the vocabulary', () => {
  const check = (cell: string | undefined, names: readonly string[]) => {
    for (const name of cell === '–' ? [] : (cell ?? '').split(', ')) expect(names).toContain(name);
  };
  for (const [, , posts, account, days] of rows) {
    check(posts, POST_METRICS);
    check(account, ACCOUNT_METRICS);
    check(days, DAY_METRICS);
  }
});
