import { expect, test } from 'vitest';
import { type CodeRow, proveCodes, refusalOf } from '../shared/meta/codes.fixture.ts';
import { call } from './client.ts';

/** Every row of the table of publish errors (2.7), then those of section 8. */
const OWN: readonly CodeRow[] = [
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
  [-1, undefined, 'unavailable', 'unknown'],
  [-2, undefined, 'unavailable', 'unknown'],
  [17, undefined, 'rate_limited', 'rate_limited'],
  [613, undefined, 'rate_limited', 'rate_limited'],
  [80_002, undefined, 'rate_limited', 'rate_limited'],
  [9007, undefined, 'unavailable', 'unavailable'],
  [352, undefined, 'rejected', 'rejected', 'media'],
  [36002, undefined, 'rejected', 'unknown'],
  [9004, undefined, 'rejected', 'rejected', 'media'],
  [25, undefined, 'forbidden', 'forbidden'],
];

proveCodes(call, OWN);

test('the codes name a pause where Instagram does not', async () => {
  const pauseAfter = async (code: number, subcode: number) =>
    (await refusalOf(call, 'effect', code, subcode)).facts.retryAfterSeconds;
  expect(await pauseAfter(9, 2207042)).toBe(3600);
  expect(await pauseAfter(9007, 2207027)).toBe(5);
  expect(await pauseAfter(24, 2207008)).toBe(30);
});
