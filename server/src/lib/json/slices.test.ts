import { expect, test } from 'vitest';
import { measure } from './measure.ts';
import { slicesOf } from './slices.ts';

const BOUNDS = {
  bytesMax: 2000,
  levelsMax: 10,
  valuesMax: 100,
  sliceBytesMax: 200,
  sliceValuesMax: 30,
  elementsMax: 1000,
  bytesOfAllMax: 100_000,
};
const CUTS = { entry: { changes: { value: { messages: {}, statuses: {} } }, messaging: {} } };

const slicesIn = (text: string, bounds = BOUNDS) => [...slicesOf(Buffer.from(text), CUTS, bounds)] as Body[];
const slices = (body: unknown) => slicesIn(JSON.stringify(body)).filter((slice) => slice !== undefined);
const entriesIn = (text: string, bounds = BOUNDS) => slicesIn(text, bounds).flatMap((slice) => slice?.entry ?? []);
// biome-ignore lint/suspicious/noExplicitAny: slices are read field by field.
type Body = any;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `"[${n}],` }));

test('a small text is one slice', () => {
  const body = { object: 'page', entry: [{ id: '1', changes: numbers(3) }] };
  expect(slices(body)).toEqual([body]);
});

test('all elements are there in order, each slice is small and holds the rest of the text', () => {
  const body = {
    entry: [
      { id: '1', changes: numbers(100), at: 7 },
      { id: '2', messaging: numbers(50) },
    ],
    object: 'page',
  };
  const found = slices(body);
  expect(found.length).toBeGreaterThan(10);
  for (const slice of found) {
    const { end, values } = measure(Buffer.from(JSON.stringify(slice)), 0);
    expect(end).toBeLessThanOrEqual(BOUNDS.sliceBytesMax + 100);
    expect(values).toBeLessThanOrEqual(BOUNDS.sliceValuesMax + 20);
    expect(slice.object).toBe('page');
  }
  const of = (id: string) => found.flatMap(({ entry }) => entry).filter((one: Body) => one.id === id);
  expect(of('1').flatMap(({ changes }: Body) => changes)).toEqual(numbers(100));
  expect(of('1').every(({ at }: Body) => at === 7)).toBe(true);
  expect(of('2').flatMap(({ messaging }: Body) => messaging)).toEqual(numbers(50));
});

test('an object on the way to a list is gone through', () => {
  const value = { contacts: [{ id: '7' }], messages: numbers(40), statuses: numbers(20) };
  const found = slices({ object: 'w', entry: [{ changes: [{ field: 'messages', value }] }] });
  const values = found.flatMap(({ entry }) =>
    entry.flatMap(({ changes }: Body) => changes.map((one: Body) => one.value)),
  );
  expect(values.every(({ contacts }) => contacts[0].id === '7')).toBe(true);
  expect(values.flatMap(({ messages = [] }) => messages)).toEqual(numbers(40));
  expect(values.flatMap(({ statuses = [] }) => statuses)).toEqual(numbers(20));
});

test('an element beyond the bounds is left out, and its neighbours are not', () => {
  const wide = Array.from({ length: 200 }, () => 1);
  const long = { text: 'a'.repeat(1000) };
  const entry = [...numbers(3), { wide }, long, { text: 'b'.repeat(3000) }, ...numbers(3)];
  expect(slices({ entry }).flatMap((slice) => slice.entry)).toEqual([...numbers(3), long, ...numbers(3)]);
});

test.each([
  ['nothing', ''],
  ['a list', '[1]'.padEnd(500, ' ')],
  ['levels without an end', '['.repeat(100_000)],
  ['too many levels', `{"entry":[1,${'['.repeat(20)}${']'.repeat(20)}]}`],
  ['objects without an end', '{"entry":['.repeat(10_000)],
  ['a text without an end', `{"entry":["${'a'.repeat(500)}`],
  ['too much beside the lists', `{"entry":[1],"more":[${'1,'.repeat(200)}1]}`],
  ['a list without an end', `{"entry":[${'{},'.repeat(500)}`],
  ['more names than values may be', `{${'"entry":[{}],'.repeat(200)}"entry":[{}]}`],
  ['more names in an element', `{"entry":[{${'"changes":[{}],'.repeat(200)}"changes":[{}]}]}`],
  ['names without values', `{"entry":[${'{"a":'.repeat(200)}`],
])('%s gives no update', (_name, text) => {
  expect(entriesIn(text)).toEqual([]);
});

test('the last of repeated names counts', () => {
  expect(entriesIn(`{${'"entry":[{"n":1}],'.repeat(40)}"entry":[{"n":2}]}`)).toEqual([{ n: 2 }]);
});

test.each([
  ['numbers', '1'],
  ['texts', '"a"'],
  ['nulls', 'null'],
  ['lists', '[{}]'],
  ['large lists', `[${'{},'.repeat(40)}1]`],
  ['large texts', `"${'a'.repeat(300)}"`],
])('elements that are %s are left out of lists of any size', (_name, one) => {
  for (const others of [`${one},`, `${one},`.repeat(20)]) {
    const changes = `{"changes":[{"n":2},${others}{"n":3}]}`;
    const found = entriesIn(`{"entry":[${others}{"n":1},${others}${changes}]}`);
    expect(found.flatMap((entry) => entry.changes ?? [entry])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  }
});

test('elements of all levels are counted, and those beyond the bound are left out', () => {
  const text = JSON.stringify({ entry: Array.from({ length: 1000 }, () => ({ changes: [{}, {}, 1, {}] })) });
  const bounds = { ...BOUNDS, elementsMax: 52 };
  const found = entriesIn(text, bounds);
  const changes = found.flatMap((entry) => entry.changes);
  // The numbers between them count, too.
  expect(found.length + changes.length + changes.length / 3).toBe(52);
  expect(slicesIn(text, bounds).length).toBeLessThan(10);
});

test('what each slice repeats is bounded', () => {
  const text = JSON.stringify({ rest: 'a'.repeat(1900), entry: numbers(1000) });
  const found = slicesIn(text, { ...BOUNDS, bytesOfAllMax: 20_000 });
  expect(found).toHaveLength(8);
});

test.each([
  ['many names', `{${'"entry":[1],'.repeat(300_000)}"entry":[1]}`],
  ['one list', `{"entry":[${'{},'.repeat(1_000_000)}1]}`],
])('others can work while a text of %s is measured', (_name, text) => {
  expect(slicesIn(text).filter((slice) => slice === undefined).length).toBeGreaterThan(9);
});
