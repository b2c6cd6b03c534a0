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

test('continues after short and empty pages, up to the requested number, and from there', async () => {
  const first = await collectPages(numbers, { itemsMax: 5 });
  expect(first).toEqual({ items: [0, 1, 4, 5, 6, 7], isWhole: false, next: { after: '4' } });
  const isEnough = (page: readonly number[]) => page.includes(11);
  expect(await collectPages(numbers, { start: first.next, isEnough })).toEqual({
    items: [8, 9, 10, 11],
    isWhole: true,
  });
});

test('stops when a position repeats itself', async () => {
  let reads = 0;
  const stuck = async () => {
    reads++;
    return { data: [1], paging: { cursors: { after: 'A' }, next: NEXT } };
  };
  expect(await collectPages(stuck)).toEqual({ items: [1, 1], isWhole: false });
  expect(reads).toBe(2);
});

test('stops after 20 pages, even when the platform announces more', async () => {
  let reads = 0;
  const endless = async () => ({ data: [], paging: { cursors: { after: String(reads++) }, next: NEXT } });
  expect(await collectPages(endless)).toEqual({ items: [], isWhole: false, next: { after: '19' } });
  expect(reads).toBe(20);
});

test('is not whole when the position of the next page cannot be read', async () => {
  const lost = async () => ({ data: [1], paging: { next: 'later' } });
  expect(await collectPages(lost)).toEqual({ items: [1], isWhole: false });
});
