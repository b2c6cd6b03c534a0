import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platforms } from '../../platforms/index.ts';
import { openTestWorld } from '../testing.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import { type VisitorActionName, type Visitors, visitorActions } from './visitors.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-visitors-'));
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
let world: OpenWorld;

beforeAll(async () => {
  world = await openTestWorld(dataDir, { platforms });
});
afterAll(() => {
  world.close();
  rmSync(dataDir, { recursive: true });
});

/** The columns of the table in simulator/README.md, each with the actions that it stands for. */
const columns: Readonly<Record<string, readonly VisitorActionName[]>> = {
  comment: ['comment'],
  mention: ['mention'],
  message: ['message'],
  'press, refer': ['press', 'refer'],
  reaction: ['reaction'],
  receipts: ['deliver', 'read'],
  review: ['review'],
  edit: ['edit'],
  delete: ['delete'],
};
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const lines = readme.split('\n').filter((line) => line.startsWith('|'));
const head = cellsOf(lines.find((line) => line.includes('| press, refer |')) ?? '');

const social = platforms.filter(({ isService }) => !isService).map(({ name }) => name);

test.each(social.filter((name) => !['tiktok', 'pinterest'].includes(name)))(
  'simulator/README.md says what visitors can do on %s',
  (name) => {
    const row = cellsOf(lines.find((line) => cellsOf(line)[0] === name && cellsOf(line).length === head.length) ?? '');
    expect(row).toHaveLength(head.length);
    const visitors: Visitors = world.platforms.get(name)?.open.visitors ?? {};
    for (const [column, actions] of Object.entries(columns)) {
      const cell = row[head.indexOf(column)] ?? '';
      const said = column === 'receipts' ? cell.split(', ').filter(Boolean) : cell === '' ? [] : actions;
      expect([column, said]).toEqual([column, actions.filter((action) => visitors[action] !== undefined)]);
    }
  },
);

test('simulator/README.md names every action', () => {
  const named = lines.flatMap((line) =>
    [...(cellsOf(line)[0] ?? '').matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
  );
  for (const action of visitorActions) expect(named).toContain(action);
});
