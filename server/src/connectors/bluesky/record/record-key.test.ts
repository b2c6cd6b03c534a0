import { expect, test } from 'vitest';
import { recordKey } from './record-key.ts';

const at = (text: string) => new Date(text);

test('a key is a TID with the second of the post', () => {
  const key = recordKey(at('2026-11-20T14:07:35.700Z'), 'one');
  // https://atproto.com/specs/tid
  expect(key).toMatch(/^[234567abcdefghij][2-7a-z]{12}$/);
  const value = [...key].reduce(
    (sum, digit) => sum * 32n + BigInt('234567abcdefghijklmnopqrstuvwxyz'.indexOf(digit)),
    0n,
  );
  expect(new Date(Number((value >> 10n) / 1_000_000n) * 1000)).toEqual(at('2026-11-20T14:07:35Z'));
});

test('the same intent has the same key; another intent or second has another one', () => {
  const first = recordKey(at('2026-11-20T14:07:35Z'), 'one');
  expect(recordKey(at('2026-11-20T14:07:35.999Z'), 'one')).toBe(first);
  expect(recordKey(at('2026-11-20T14:07:35Z'), 'two')).not.toBe(first);
  expect(recordKey(at('2026-11-20T14:07:36Z'), 'two') > first).toBe(true);
});
