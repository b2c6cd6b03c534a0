import { expect, test } from 'vitest';
import { type CodeRow, proveCodes } from '../shared/meta/codes.fixture.ts';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { made } from '../shared/meta/wire.ts';
import { call } from './client.ts';

/** The codes that the page's section 7 names. */
const OWN: readonly CodeRow[] = [
  [24, 4279009, 'not_found', 'not_found'],
  [4, 2207051, 'rejected', 'rejected'],
  [100, 4279013, 'forbidden', 'forbidden'],
  [9004, 2207052, 'rejected', 'rejected', 'media'],
  [352, 2207026, 'rejected', 'rejected', 'media'],
  [17, undefined, 'rate_limited', 'rate_limited'],
  [613, undefined, 'rate_limited', 'rate_limited'],
];

proveCodes(call, OWN);

test('the version is in the path, the token in a header', async () => {
  const { session, requests } = fakeSession(() => ({ json: { id: '1' } }));
  await call(session, { method: 'GET', path: ['me'], response: made });
  expect(requests[0]).toMatchObject({
    url: 'https://graph.test/v1.0/me',
    headers: { authorization: 'Bearer IGAAsecrettoken' },
  });
});
