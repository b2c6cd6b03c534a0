import { expect, test } from 'vitest';
import { toInstant } from './instant.ts';

test.each([
  ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
  ['2027-01-31T09:00:00.123456+02:00', '2027-01-31T07:00:00.123Z'],
  ['2027-01-31t09:00:00z', '2027-01-31T09:00:00.000Z'],
  ['2027-01-31T09:00:00+0200', '2027-01-31T07:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31 09:00', '2027-01-31T09:00:00.000Z'],
])('%s is %s', (text, iso) => {
  expect(toInstant(text)?.toISOString()).toBe(iso);
});

test.each(['', 'yesterday', '2027-02-31', '2027-13-01', '2027-01-31T25:00:00Z', '1738314000', '2027-01-31Z'])(
  '%j names no instant',
  (text) => {
    expect(toInstant(text)).toBeUndefined();
  },
);
