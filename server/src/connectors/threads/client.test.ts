import { expect, test } from 'vitest';
import type { PlatformErrorKind } from '../../core/platform-error.ts';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { made } from '../shared/meta/wire.ts';
import { call } from './client.ts';

type Row = [number, number | undefined, PlatformErrorKind, PlatformErrorKind, string?];

/** What the page's section 7 names; kinds for a repeatable call and an effect. */
const TABLE: readonly Row[] = [
  [190, undefined, 'auth_expired', 'auth_expired'],
  [100, undefined, 'rejected', 'rejected'],
  [100, 33, 'not_found', 'not_found'],
  [24, 4279009, 'not_found', 'not_found'],
  [4, 2207051, 'rejected', 'rejected'],
  [100, 4279013, 'forbidden', 'forbidden'],
  [9004, 2207052, 'rejected', 'rejected', 'media'],
  [352, 2207026, 'rejected', 'rejected', 'media'],
  [10, undefined, 'forbidden', 'forbidden'],
  [200, undefined, 'forbidden', 'forbidden'],
  [4, undefined, 'rate_limited', 'rate_limited'],
  [17, undefined, 'rate_limited', 'rate_limited'],
  [32, undefined, 'rate_limited', 'rate_limited'],
  [613, undefined, 'rate_limited', 'rate_limited'],
  [1, undefined, 'unavailable', 'unknown'],
  [2, undefined, 'unavailable', 'unknown'],
  [4242, undefined, 'rejected', 'unknown'],
];

test.each(TABLE)('%i/%s', async (code, subcode, onRepeatable, onEffect, field) => {
  const { session } = fakeSession(() => graphError(code, subcode));
  const refusal = (purpose: 'read' | 'effect') =>
    call(session, { method: 'POST', path: ['1784', 'threads'], response: made, purpose }).catch((error) => error);
  const repeatable = await refusal('read');
  expect([repeatable.kind, repeatable.facts.field]).toEqual([onRepeatable, field]);
  expect((await refusal('effect')).kind).toBe(onEffect);
});

test('the version is in the path, the token in a header', async () => {
  const { session, requests } = fakeSession(() => ({ json: { id: '1' } }));
  await call(session, { method: 'GET', path: ['me'], response: made });
  expect(requests[0]).toMatchObject({
    url: 'https://graph.test/v1.0/me',
    headers: { authorization: 'Bearer IGAAsecrettoken' },
  });
});
