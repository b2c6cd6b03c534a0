import { expect, test } from 'vitest';
import { compact } from './compact.ts';

test('compact drops fields that are undefined and keeps all others', () => {
  expect(Object.keys(compact({ a: 1, b: undefined, c: null, d: false }))).toEqual(['a', 'c', 'd']);
});
