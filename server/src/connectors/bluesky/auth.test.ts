import { expect, test } from 'vitest';
import { auth } from './auth.ts';
import { blueskySession } from './session.fake.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const exp = Date.parse('2026-03-01T13:30:00Z') / 1000;

test('a refresh uses the refresh token and reads the expiry from the new access token', async () => {
  const { session, requests } = blueskySession(() => ({ json: { accessJwt: token({ exp }), refreshJwt: 'next' } }));
  expect(await auth.refresh?.(session)).toEqual({
    accessToken: token({ exp }),
    refreshToken: 'next',
    expiresAt: '2026-03-01T13:30:00.000Z',
  });
  expect(requests[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer refresh' } });
});

test.each(['opaque', 'a.b.c', token({ exp: 1e300 })])(
  'an access token without a readable expiry lasts two hours: %s',
  async (accessJwt) => {
    const { session } = blueskySession(() => ({ json: { accessJwt, refreshJwt: 'next' } }));
    expect((await auth.refresh?.(session))?.expiresAt).toBe('2026-03-01T14:00:00.000Z');
  },
);

test.each([
  [400, 'ExpiredToken', { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [400, 'InvalidToken', { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [401, 'AccountTakedown', { kind: 'forbidden' }],
  [502, 'UpstreamFailure', { kind: 'unknown' }],
])('a refresh with the response %i %s', async (status, error, expected) => {
  const { session } = blueskySession(() => ({ status, json: { error } }));
  const failure = await auth.refresh?.(session).catch((reason: unknown) => reason);
  expect(failure).toMatchObject(expected);
  if (error === 'AccountTakedown') expect(failure).not.toMatchObject({ facts: { invalidGrant: true } });
});

test('the profile belongs to the account that the token names', async () => {
  const { session, requests } = blueskySession(() => ({ json: { did: 'did:plc:sub', handle: 'acme.test' } }));
  const tokens = { accessToken: token({ sub: 'did:plc:sub' }) };
  expect(await auth.profile({ ...session, tokens })).toMatchObject({ platformId: 'did:plc:sub', name: 'acme.test' });
  expect(requests[0]?.url).toContain('actor=did%3Aplc%3Asub');
});
