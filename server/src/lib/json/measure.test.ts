import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededBound, measure } from './measure.ts';

const bytesOf = (text: string) => Buffer.from(text);

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, part) => sum + valuesOf(part), 1 + names);
}

test('levels, values and names are those of the parsed text, whatever its texts hold and however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(measure(bytesOf(text), 0)).toEqual({
        start: 0,
        end: Buffer.byteLength(text),
        levels: levelsOf(value),
        values: valuesOf(value),
      });
    }),
  );
});

test.each([
  ['brackets and commas in a text', `{"a":"${'[,'.repeat(100)}"}`, undefined],
  ['an escaped quote in front of them', `{"a":"\\"${'[,'.repeat(100)}"}`, undefined],
  ['an escaped backslash at the end of a text', `{"a":"\\\\","b":${'['.repeat(5)}1${']'.repeat(5)}}`, 'levelsMax'],
  ['empty lists', `[${'[],'.repeat(8)}[]]`, undefined],
  ['one value too many', `[${'[],'.repeat(9)}[]]`, 'valuesMax'],
  ['one level too many', `${'['.repeat(5)}${']'.repeat(5)}`, 'levelsMax'],
  ['levels without an end', '['.repeat(1000), 'levelsMax'],
  ['values without an end', '[1'.padEnd(1000, ',1'), 'valuesMax'],
  ['objects', `{"a":${'{"b":'.repeat(4)}1${'}'.repeat(5)}`, 'levelsMax'],
])('%s', (_name, text, beyond) => {
  expect(exceededBound(bytesOf(text), { levelsMax: 4, valuesMax: 10 })).toBe(beyond);
});

test('a text is given up at the bound, so its length costs nothing', () => {
  const { end } = measure(bytesOf('[1'.padEnd(1_000_000, ',1')), 0, { levelsMax: 32, valuesMax: 1000 });
  expect(end).toBeLessThan(2100);
});
