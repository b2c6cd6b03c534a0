import { expect, test } from 'vitest';
import { measure } from './measure.ts';
import { slicesOf } from './slices.ts';

const BOUNDS = { bytesMax: 2000, levelsMax: 10, valuesMax: 100, sliceBytesMax: 200, sliceValuesMax: 30 };
const CUTS = { entry: { changes: { value: { messages: {}, statuses: {} } }, messaging: {} } };

const slices = (body: unknown) => [...slicesOf(Buffer.from(JSON.stringify(body)), CUTS, BOUNDS)] as Body[];
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
  ['names without values', `{"entry":[${'{"a":'.repeat(200)}`],
])('%s gives no update', (_name, text) => {
  const found = [...slicesOf(Buffer.from(text), CUTS, BOUNDS)] as Body[];
  expect(found.flatMap((slice) => slice?.entry ?? [])).toEqual([]);
});
