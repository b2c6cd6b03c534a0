import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Journal, openJournal } from './journal.ts';
import { journalFaultOf } from './journal-file.ts';

interface Row {
  readonly owner: string;
  readonly text: string;
}

let dataDir: string;
let journal: Journal;
const path = () => join(dataDir, 'journal.jsonl');
const open = async () => {
  journal = await openJournal(dataDir);
  return journal.table<Row>('things', 'owner');
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hubbub-journal-'));
});
afterEach(() => {
  journal.close();
  rmSync(dataDir, { recursive: true });
});

test('rows are there again after a restart, in order, and the file is compacted', async () => {
  const things = await open();
  for (const key of ['b', 'a', 'c']) things.put(key, { owner: 'x', text: key });
  things.put('b', { owner: 'x', text: 'changed' });
  things.delete('c');
  expect(readFileSync(path(), 'utf8').trim().split('\n')).toHaveLength(5);
  journal.close();
  const again = await open();
  expect(again.entries()).toEqual([
    ['b', { owner: 'x', text: 'changed' }],
    ['a', { owner: 'x', text: 'a' }],
  ]);
  expect(again.where('owner', 'x').map(({ text }) => text)).toEqual(['changed', 'a']);
  expect(readFileSync(path(), 'utf8').trim().split('\n')).toHaveLength(2);
});

test('the changes of one effect are one line', async () => {
  const things = await open();
  journal.change(() => {
    things.put('a', { owner: 'x', text: '1' });
    journal.change(() => things.put('b', { owner: 'x', text: '2' }));
  });
  expect(readFileSync(path(), 'utf8').trim().split('\n')).toHaveLength(1);
});

test('an effect that throws leaves nothing, neither in memory nor in the file', async () => {
  const things = await open();
  things.put('a', { owner: 'x', text: '1' });
  expect(() =>
    journal.change(() => {
      things.put('a', { owner: 'y', text: '2' });
      things.put('b', { owner: 'y', text: '3' });
      things.delete('a');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(things.entries()).toEqual([['a', { owner: 'x', text: '1' }]]);
  expect(things.where('owner', 'x')).toHaveLength(1);
  expect(things.where('owner', 'y')).toEqual([]);
  things.put('c', { owner: 'x', text: '4' });
  journal.close();
  expect((await open()).all()).toHaveLength(2);
});

test('a torn last line is dropped, the lines before it are kept', async () => {
  (await open()).put('a', { owner: 'x', text: '1' });
  journal.close();
  appendFileSync(path(), '[["things","b",{"owner":"x","te');
  const warnings: string[] = [];
  journal = await openJournal(dataDir, { warn: (line) => warnings.push(line) });
  expect(warnings).toEqual([expect.stringMatching(/half a line.*cut off.*journal\.jsonl/)]);
  expect(readFileSync(path(), 'utf8')).toMatch(/^\[\[.*\]\]\n$/);
  const again = journal.table<Row>('things', 'owner');
  expect(again.all()).toHaveLength(1);
  again.put('c', { owner: 'x', text: '2' });
  journal.close();
  expect((await open()).all()).toHaveLength(2);
});

test('an append that fails leaves whole lines only, and the next one works', async () => {
  // A process that may write files of 4 KiB puts three rows; the second does not fit.
  const script = `
    import { openJournal } from ${JSON.stringify(join(import.meta.dirname, 'journal.ts'))};
    const things = (await openJournal(process.argv[1])).table('things', 'owner');
    for (const [key, length] of [['a', 1], ['b', 9000], ['c', 1]])
      try {
        things.put(key, { owner: 'x', text: 'x'.repeat(length) });
      } catch (error) {
        console.log(key, error.code, things.get(key) === undefined);
      }`;
  const limited = 'ulimit -f 4; exec "$0" "$@"';
  const node = [process.execPath, '--no-warnings', '--input-type=module-typescript', '-e', script, dataDir];
  const printed = execFileSync('bash', ['-c', limited, ...node], { encoding: 'utf8' });
  expect(printed).toBe('b EFBIG true\n');
  expect((await open()).entries().map(([key]) => key)).toEqual(['a', 'c']);
});

test('a damaged line in the middle is told with its place', async () => {
  (await open()).put('a', { owner: 'x', text: '1' });
  journal.close();
  writeFileSync(path(), `damaged\n${readFileSync(path(), 'utf8')}`);
  await expect(open()).rejects.toThrow(/damaged \(.*journal\.jsonl, line 1\).*Delete that line.*move the file away/);
  expect(await journalFaultOf(path())).toMatch(/line 1/);
  writeFileSync(path(), '');
  expect(await journalFaultOf(path())).toBeUndefined();
  await open();
});

test('a row that moves to another value of an indexed field is found there only', async () => {
  const things = await open();
  things.put('a', { owner: 'x', text: '1' });
  things.put('a', { owner: 'y', text: '1' });
  expect(things.where('owner', 'x')).toEqual([]);
  expect(things.where('owner', 'y')).toHaveLength(1);
  expect(() => things.where('text', '1')).toThrow('not indexed');
});

test('tables that nobody opens are kept', async () => {
  (await open()).put('a', { owner: 'x', text: '1' });
  journal.close();
  journal = await openJournal(dataDir);
  journal.close();
  expect((await open()).all()).toHaveLength(1);
});

describe('a world that is full', () => {
  const bytesMax = 100_000;
  const openBounded = async () => {
    journal = await openJournal(dataDir, { bytesMax, isEvictable: (name) => name !== 'accounts' });
    const table = (name: string) => journal.table<Row>(name, 'owner');
    return { accounts: table('accounts'), posts: table('posts'), likes: table('likes') };
  };
  const row = (length: number): Row => ({ owner: 'x', text: 'x'.repeat(length) });

  test('loses the oldest rows of its largest table, also after a restart', async () => {
    let { accounts, posts, likes } = await openBounded();
    accounts.put('a', row(10));
    for (let key = 0; key < 10; key += 1) likes.put(String(key), row(10));
    for (let key = 0; key < 500; key += 1) posts.put(String(key), row(1_000));
    const kept = posts.entries().map(([key]) => Number(key));
    expect(journal.bytes).toBeLessThanOrEqual(bytesMax);
    expect(kept.length).toBeGreaterThan(30);
    expect(kept).toEqual(kept.map((_key, index) => 500 - kept.length + index));
    expect(posts.where('owner', 'x')).toHaveLength(kept.length);
    journal.close();
    ({ accounts, posts, likes } = await openBounded());
    expect([accounts.size, likes.size]).toEqual([1, 10]);
    expect(posts.entries().map(([key]) => Number(key))).toEqual(kept);
  });

  test('is cut to its bound when it was larger before', async () => {
    const lines = Array.from({ length: 1_000 }, (_line, key) => JSON.stringify([['posts', String(key), row(1_000)]]));
    writeFileSync(path(), `${JSON.stringify([['accounts', 'a', row(10)]])}\n${lines.join('\n')}\n`);
    const { accounts, posts } = await openBounded();
    expect(journal.bytes).toBeLessThanOrEqual(bytesMax * 1.25);
    expect(readFileSync(path()).length).toBeLessThan(bytesMax * 1.25);
    expect([accounts.size, posts.entries().at(-1)?.[0]]).toEqual([1, '999']);
  });

  test('takes no more of what cannot go', async () => {
    const { accounts, posts } = await openBounded();
    posts.put('1', row(10));
    posts.put('2', row(10));
    expect(() => {
      for (let key = 0; key < 1_000; key += 1) accounts.put(String(key), row(1_000));
    }).toThrow('The world is full');
    expect(journal.bytes).toBeLessThanOrEqual(bytesMax * 1.05);
    expect(posts.get('2')).toBeDefined();
    posts.put('2', row(5));
    accounts.delete('0');
    accounts.put('1', row(10));
    journal.close();
    expect((await openBounded()).accounts.get('1')).toEqual(row(10));
  });
});

test('rows that change during a compaction in use are kept, and it ends when the world is closed', async () => {
  const things = await open();
  const long = 'x'.repeat(20_000);
  let compactions = 0;
  let length = 0;
  for (let round = 0; round < 1_000; round += 1) {
    things.put(String(round % 200), { owner: 'x', text: `${round} ${long}` });
    if (round % 10 === 0) await new Promise(setImmediate);
    const now = statSync(path()).size;
    if (now < length) compactions += 1;
    length = now;
  }
  const expected = things.entries();
  expect(compactions).toBeGreaterThan(0);
  journal.close();
  const again = await open();
  expect(again.entries()).toEqual(expected);
  for (let round = 0; round < 400; round += 1) again.put(String(round % 200), { owner: 'x', text: long });
  journal.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readdirSync(dataDir)).toEqual(['journal.jsonl']);
});
