import { expect, test } from 'vitest';
import { collectPages, type GraphPage, nextPosition, type Position } from './paging.ts';

const NEXT = 'https://elsewhere.test/v25.0/1/media?access_token=T&after=B';

test.each([
  ['no paging', { data: [] }, undefined],
  ['an after cursor without next', { data: [], paging: { cursors: { after: 'A' } } }, undefined],
  ['a cursor', { data: [], paging: { cursors: { after: 'A' }, next: NEXT } }, { after: 'A' }],
  ['the cursor in next', { data: [], paging: { next: NEXT } }, { after: 'B' }],
  [
    'paging by time',
    { data: [], paging: { next: 'https://g.test/x?until=5&__paging_token=p&limit=9' } },
    { until: '5', __paging_token: 'p' },
  ],
  ['a next without position', { data: [], paging: { next: 'https://g.test/x' } }, undefined],
  ['a next that is no address', { data: [], paging: { next: 'later' } }, undefined],
])('%s', (_name, page, expected) => expect(nextPosition(page)).toEqual(expected));

/** An edge of 1, 2, 3, … in pages of two, the second of which is empty. */
async function numbers(position: Position): Promise<GraphPage<number>> {
  const at = Number(position.after ?? 0);
  const data = at === 1 ? [] : [at * 2, at * 2 + 1];
  return { data, paging: { cursors: { after: String(at + 1) }, next: NEXT } };
}

test('continues after short and empty pages, up to the requested number', async () => {
  expect(await collectPages(numbers, 5)).toEqual([0, 1, 4, 5, 6]);
});

test('stops when a position repeats itself', async () => {
  let reads = 0;
  const stuck = async () => {
    reads++;
    return { data: [1], paging: { cursors: { after: 'A' }, next: NEXT } };
  };
  expect(await collectPages(stuck, 100)).toEqual([1, 1]);
  expect(reads).toBe(2);
});

test('stops after 20 pages, even when the platform announces more', async () => {
  let reads = 0;
  const endless = async () => ({ data: [], paging: { cursors: { after: String(reads++) }, next: NEXT } });
  expect(await collectPages(endless, 100)).toEqual([]);
  expect(reads).toBe(20);
});
