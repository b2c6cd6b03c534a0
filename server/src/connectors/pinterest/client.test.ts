import { expect, test } from 'vitest';
import type { PlatformRequest } from '../../core/session.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { pacing } from './pacing.ts';
import { publishing } from './publish.ts';
import { BOARD, no, pinterestSession } from './session.fake.ts';

async function failure(response: FakeResponse) {
  const { session } = pinterestSession(() => response);
  const post = { text: 'Hi', media: [{ type: 'image', url: 'https://a.example/x' } as const], options: {} };
  const error = await publishing.send(session, { ...post, destinationId: BOARD }, {}, 'key').then(
    () => undefined,
    (reason: { kind: string; facts: object }) => reason,
  );
  return { kind: error?.kind, ...error?.facts };
}

test.each<[string, FakeResponse, object]>([
  ['a token that has ended', no(401, 2, 'Authentication failed.'), { kind: 'auth_expired', platformCode: '2' }],
  ['no right', no(403, 29), { kind: 'forbidden', platformCode: '29' }],
  ['a missing board', no(404, 40, 'Board not found.'), { kind: 'not_found', field: 'board_id' }],
  ['a bad request', no(400, 1, 'Invalid request: no.'), { kind: 'rejected', platformCode: '1' }],
  ['an image that is not there', no(400, 1, 'Unable to fetch image.'), { kind: 'rejected', field: 'media' }],
  ['a long description', no(400, 1, "Invalid request: 'description' is too long"), { kind: 'rejected', field: 'text' }],
  [
    'a throttle with a number of seconds',
    { ...no(429, 8), headers: { 'x-ratelimit-reset': '120' } },
    { kind: 'rate_limited', retryAfterSeconds: 120 },
  ],
  [
    'a throttle with a time',
    { ...no(429, 8), headers: { 'x-ratelimit-reset': '1772366431' } },
    { kind: 'rate_limited', retryAfterSeconds: 31 },
  ],
  [
    'a throttle with Retry-After',
    { status: 429, text: '', headers: { 'retry-after': '7', 'x-ratelimit-reset': '9' } },
    { kind: 'rate_limited', retryAfterSeconds: 7 },
  ],
  ['a throttle that says nothing', no(429, 8), { kind: 'rate_limited' }],
  ['a page of a proxy', { status: 403, text: '<html>' }, { kind: 'unknown' }],
  ['trouble at Pinterest', no(500, 9), { kind: 'unknown' }],
])('%s', async (_name, response, expected) => {
  expect(await failure(response)).toMatchObject(expected);
});

test('a used-up allowance delays the next publication', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const after = (headers: Record<string, string>) =>
    pacing.pauseAfter?.({ status: 201, headers, text: '', json: {} }, now);
  expect(after({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' })).toBe(40);
  expect(after({ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '40' })).toBeUndefined();
  expect(after({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' })).toBeUndefined();
});

test('the profile has the name of the business', async () => {
  const json = {
    id: '549',
    username: 'acme',
    business_name: 'Acme',
    about: '',
    profile_image: 'https://i.pinimg.com/a.jpg',
    account_type: 'BUSINESS',
    website_url: '',
    pin_count: 2,
  };
  const profile = async (response: object) => {
    const { session } = pinterestSession(() => ({ json: response }));
    return await auth.profile(session);
  };
  expect(await profile(json)).toEqual({
    platformId: '549',
    username: 'acme',
    name: 'Acme',
    pictureUrl: 'https://i.pinimg.com/a.jpg',
    metadata: { account_type: 'BUSINESS' },
  });
  expect(await profile({ id: 549, username: 'acme', business_name: null })).toMatchObject({
    platformId: '549',
    name: 'acme',
  });
});

async function refresh(response: FakeResponse) {
  let seen: PlatformRequest | undefined;
  const { session } = pinterestSession((request) => {
    seen = request;
    return response;
  });
  const tokens = await auth.refresh?.(session);
  return { tokens, seen };
}

test('a refresh keeps the refresh token, unless there is a new one', async () => {
  const { tokens, seen } = await refresh({ json: { access_token: 'pina_C', expires_in: 60 } });
  expect(tokens).toEqual({ accessToken: 'pina_C', refreshToken: 'pinr_B', expiresAt: '2026-03-01T12:01:00.500Z' });
  expect(seen).toMatchObject({
    url: 'https://api.test/v5/oauth/token',
    headers: { authorization: `Basic ${btoa('990:app-secret-text')}` },
    body: { form: { grant_type: 'refresh_token', refresh_token: 'pinr_B' } },
  });
  const rolled = await refresh({ json: { access_token: 'pina_C', refresh_token: 'pinr_D' } });
  expect(rolled.tokens).toEqual({ accessToken: 'pina_C', refreshToken: 'pinr_D' });
});

test.each<[FakeResponse, object]>([
  [no(400, 1, 'The provided refresh token is invalid.'), { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [no(401, 2, 'Authentication failed.'), { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [no(401, 2, 'Invalid client credentials.'), { kind: 'forbidden' }],
  [
    { ...no(429, 8), headers: { 'retry-after': '9' } },
    { kind: 'rate_limited', facts: { retryAfterSeconds: 9 } },
  ],
  [{ status: 401, text: '<html>' }, { kind: 'unknown' }],
  [no(503, 9), { kind: 'unknown' }],
])('a refresh with the response %j', async (response, expected) => {
  await expect(refresh(response)).rejects.toMatchObject(expected);
});
