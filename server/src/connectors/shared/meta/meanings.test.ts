import { describe, expect, test } from 'vitest';
import type { PlatformErrorKind } from '../../../core/platform-error.ts';
import * as facebook from '../../facebook/client.ts';
import * as instagram from '../../instagram/client.ts';
import * as threads from '../../threads/client.ts';
import { fakeSession, graphError } from './session.fake.ts';
import { made } from './wire.ts';

/** Code, subcode, the kind for a repeatable call, the kind for an effect, and the field that it is about. */
type Row = [number, number | undefined, PlatformErrorKind, PlatformErrorKind, string?];

const COMMON: readonly Row[] = [
  [1, undefined, 'unavailable', 'unknown'],
  [2, undefined, 'unavailable', 'unknown'],
  [4, undefined, 'rate_limited', 'rate_limited'],
  [17, 2446079, 'rate_limited', 'rate_limited'],
  [32, undefined, 'rate_limited', 'rate_limited'],
  [613, 1996, 'rate_limited', 'rate_limited'],
  [341, undefined, 'rate_limited', 'rate_limited'],
  [80_001, undefined, 'rate_limited', 'rate_limited'],
  [80_014, undefined, 'rate_limited', 'rate_limited'],
  [368, undefined, 'rejected', 'rejected'],
  [190, 458, 'auth_expired', 'auth_expired'],
  [190, 463, 'auth_expired', 'auth_expired'],
  [190, undefined, 'auth_expired', 'auth_expired'],
  [102, undefined, 'auth_expired', 'auth_expired'],
  [104, undefined, 'forbidden', 'forbidden'],
  [3, undefined, 'forbidden', 'forbidden'],
  [10, undefined, 'forbidden', 'forbidden'],
  [10, 2_018_278, 'rejected', 'rejected'],
  [10, 2_534_022, 'rejected', 'rejected'],
  [200, undefined, 'forbidden', 'forbidden'],
  [230, undefined, 'forbidden', 'forbidden'],
  [299, undefined, 'forbidden', 'forbidden'],
  [12, undefined, 'rejected', 'rejected'],
  [33, undefined, 'not_found', 'not_found'],
  [100, 33, 'not_found', 'not_found'],
  [100, undefined, 'rejected', 'rejected'],
  [803, undefined, 'not_found', 'not_found'],
  [506, undefined, 'rejected', 'rejected'],
  [2500, undefined, 'rejected', 'rejected'],
  [551, 1545041, 'rejected', 'rejected'],
  [324, undefined, 'rejected', 'rejected', 'media'],
  [389, undefined, 'rejected', 'rejected', 'media'],
  [382, undefined, 'rejected', 'rejected', 'media'],
  [6000, undefined, 'unavailable', 'unknown'],
  [6001, undefined, 'rejected', 'rejected', 'media'],
  [1_609_005, undefined, 'rejected', 'rejected'],
  [4242, undefined, 'rejected', 'unknown'],
  [190, 492, 'auth_expired', 'auth_expired'],
];

/** The codes that the page names for Pages. */
const FACEBOOK: readonly Row[] = [
  [283, undefined, 'forbidden', 'forbidden'],
  [100, 1366046, 'rejected', 'rejected', 'media'],
  [1, 1390008, 'rate_limited', 'rate_limited'],
  [1, 1346003, 'rejected', 'rejected'],
  [1, 1404006, 'forbidden', 'forbidden'],
  [1, 1404102, 'rejected', 'rejected'],
  [1, 1404078, 'forbidden', 'forbidden'],
  [1, 1609008, 'rejected', 'rejected', 'text'],
  [1, 2061006, 'rejected', 'rejected'],
  [1, 1349125, 'rejected', 'rejected', 'media'],
  [1, 1404112, 'forbidden', 'forbidden'],
  [1, 1363047, 'unavailable', 'unknown'],
  [1, 1609010, 'unavailable', 'unknown'],
  [1, 2069019, 'rejected', 'rejected', 'media'],
  [1, 4854002, 'forbidden', 'forbidden'],
];

/** Every row of the table of publish errors (2.7), then those of section 8. */
const INSTAGRAM: readonly Row[] = [
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

/** The codes in section 7 of the platform's page. */
const THREADS: readonly Row[] = [
  [24, 4279009, 'not_found', 'not_found'],
  [4, 2207051, 'rejected', 'rejected'],
  [100, 4279013, 'forbidden', 'forbidden'],
  [9004, 2207052, 'rejected', 'rejected', 'media'],
  [352, 2207026, 'rejected', 'rejected', 'media'],
];

type Call = typeof facebook.call;

async function rejection(call: Call, code: number, subcode: number | undefined, purpose: 'read' | 'effect') {
  const { session, requests } = fakeSession(() => graphError(code, subcode));
  const request = { method: 'POST', path: ['1784', 'feed'], response: made, purpose } as const;
  const error = await call(session, request).then(
    () => expect.unreachable(),
    (error) => error,
  );
  return { ...error, url: requests[0]?.url };
}

describe.each([
  ['facebook', facebook.call, 'v25.0', FACEBOOK],
  ['instagram', instagram.call, 'v25.0', INSTAGRAM],
  ['threads', threads.call, 'v1.0', THREADS],
] as const)('%s', (_name, call, version, own) => {
  test.each([...COMMON, ...own])('%i/%s', async (code, subcode, onRepeatable, onEffect, field) => {
    const { kind, facts, url } = await rejection(call, code, subcode, 'read');
    const platformCode = subcode === undefined ? `${code}` : `${code}/${subcode}`;
    expect([kind, facts.field, facts.platformCode]).toEqual([onRepeatable, field, platformCode]);
    expect(url).toBe(`https://graph.test/${version}/1784/feed`);
    expect((await rejection(call, code, subcode, 'effect')).kind).toBe(onEffect);
  });
});

test('Instagram names no pause for some codes, so we do', async () => {
  const pauseOf = async (code: number, subcode: number) =>
    (await rejection(instagram.call, code, subcode, 'effect')).facts.retryAfterSeconds;
  expect(await pauseOf(9, 2207042)).toBe(3600);
  expect(await pauseOf(9007, 2207027)).toBe(5);
  expect(await pauseOf(24, 2207008)).toBe(30);
});
