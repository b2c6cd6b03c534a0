import { describe, expect, test } from 'vitest';
import { graphId, graphTime, parseGraphTime } from './wire.ts';

describe('ids', () => {
  test.each([
    ['17841405822304914', '17841405822304914'],
    [1020, '1020'],
    ['aWdGGiblWZ_-=', 'aWdGGiblWZ_-='],
  ])('%s', (given, expected) => expect(graphId.parse(given)).toBe(expected));

  test.each(['', '../me', 'a/b', '1?x=1', '1#', '.', '..', ' 1', 'x'.repeat(201), -1, 1.5, 2 ** 60, null, {}, ['1']])(
    'rejects %j',
    (given) => expect(graphId.safeParse(given).success).toBe(false),
  );
});

describe('times', () => {
  test.each([
    ['2026-03-01T12:00:00+0000', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00+0130', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    [1772370001, '2026-03-01T13:00:01.000Z'],
    ['1772370001', '2026-03-01T13:00:01.000Z'],
    [1772370400195, '2026-03-01T13:06:40.195Z'],
  ])('%s', (given, expected) => expect(parseGraphTime(given)?.toISOString()).toBe(expected));

  test.each([
    '',
    'soon',
    '1999-12-31T23:59:59Z',
    '2200-01-01',
    0,
    '9'.repeat(30),
    -5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    null,
    undefined,
    {},
    [],
  ])('rejects %j', (given) => expect(graphTime.safeParse(given).success).toBe(false));
});
