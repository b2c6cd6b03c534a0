import { describe, expect, test } from 'vitest';
import type { PlatformErrorKind } from '../../core/platform-error.ts';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { made } from '../shared/meta/wire.ts';
import { call } from './client.ts';

async function refusal(code: number, subcode: number | undefined, purpose: 'read' | 'effect') {
  const { session } = fakeSession(() => graphError(code, subcode));
  const request = { method: 'POST', path: ['1784', 'media'], response: made, purpose } as const;
  return await call(session, request).then(
    () => expect.unreachable(),
    (error) => error,
  );
}

type Row = [number, number | undefined, PlatformErrorKind, PlatformErrorKind, string?];

/** Every row of the table of publish errors (2.7), then those of section 8; kinds for a repeatable call and an effect. */
const TABLE: readonly Row[] = [
  [-2, 2207003, 'unavailable', 'unknown'],
  [-2, 2207020, 'unavailable', 'unknown'],
  [-1, 2207001, 'unavailable', 'unknown'],
  [-1, 2207032, 'unavailable', 'unknown'],
  [-1, 2207053, 'unavailable', 'unknown'],
  [1, 2207057, 'rejected', 'rejected', 'platform_data.video_cover_timestamp_ms'],
  [4, 2207051, 'rejected', 'rejected'],
  [9, 2207042, 'rate_limited', 'rate_limited'],
  [24, 2207006, 'not_found', 'not_found'],
  [24, 2207008, 'unavailable', 'unknown'],
  [25, 2207050, 'forbidden', 'forbidden'],
  [100, 2207023, 'rejected', 'rejected', 'media'],
  [100, 2207028, 'rejected', 'rejected', 'media'],
  [100, 2207035, 'rejected', 'rejected'],
  [100, 2207036, 'rejected', 'rejected'],
  [100, 2207037, 'rejected', 'rejected'],
  [100, 2207040, 'rejected', 'rejected'],
  [352, 2207026, 'rejected', 'rejected', 'media'],
  [9004, 2207052, 'rejected', 'rejected', 'media'],
  [9007, 2207027, 'unavailable', 'unavailable'],
  [36000, 2207004, 'rejected', 'rejected', 'media'],
  [36001, 2207005, 'rejected', 'rejected', 'media'],
  [36003, 2207009, 'rejected', 'rejected', 'media'],
  [36004, 2207010, 'rejected', 'rejected', 'text'],
  [-1, 2207077, 'unavailable', 'unknown'],
  [-1, 2207082, 'unavailable', 'unknown'],
  [352, 2207077, 'unavailable', 'unknown'],
  [100, 2207081, 'rejected', 'rejected'],
  [110, undefined, 'forbidden', 'forbidden'],
  [10, undefined, 'forbidden', 'forbidden'],

  [1, undefined, 'unavailable', 'unknown'],
  [2, undefined, 'unavailable', 'unknown'],
  [-1, undefined, 'unavailable', 'unknown'],
  [-2, undefined, 'unavailable', 'unknown'],
  [4, undefined, 'rate_limited', 'rate_limited'],
  [17, undefined, 'rate_limited', 'rate_limited'],
  [32, undefined, 'rate_limited', 'rate_limited'],
  [613, undefined, 'rate_limited', 'rate_limited'],
  [80_002, undefined, 'rate_limited', 'rate_limited'],
  [9007, undefined, 'unavailable', 'unavailable'],
  [190, undefined, 'auth_expired', 'auth_expired'],
  [102, undefined, 'auth_expired', 'auth_expired'],
  [200, undefined, 'forbidden', 'forbidden'],
  [100, undefined, 'rejected', 'rejected'],
  [100, 33, 'not_found', 'not_found'],
  [352, undefined, 'rejected', 'rejected', 'media'],
  [36002, undefined, 'rejected', 'unknown'],
  [9004, undefined, 'rejected', 'rejected', 'media'],
  [25, undefined, 'forbidden', 'forbidden'],
  [368, undefined, 'rejected', 'rejected'],
];

describe('the codes of Instagram', () => {
  test.each(TABLE)('%i/%s', async (code, subcode, onRepeatable, onEffect, field) => {
    const repeatable = await refusal(code, subcode, 'read');
    expect([repeatable.kind, repeatable.facts.field]).toEqual([onRepeatable, field]);
    expect((await refusal(code, subcode, 'effect')).kind).toBe(onEffect);
    expect(repeatable.facts.platformCode).toBe(subcode === undefined ? `${code}` : `${code}/${subcode}`);
  });

  test('name a pause where Instagram does not', async () => {
    expect((await refusal(9, 2207042, 'effect')).facts.retryAfterSeconds).toBe(3600);
    expect((await refusal(9007, 2207027, 'effect')).facts.retryAfterSeconds).toBe(5);
    expect((await refusal(24, 2207008, 'effect')).facts.retryAfterSeconds).toBe(30);
  });
});
