import { expect, test } from 'vitest';
import type { PlatformRequest } from '../../core/session.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { publishing } from './publish.ts';
import { googleSession, LOCATION, no } from './session.fake.ts';

const errorInfo = (metadata: object, reason = 'RATE_LIMIT_EXCEEDED') => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  metadata,
});
const perProject = { quota_limit: 'defaultPerMinutePerProject', quota_limit_value: '300' };

async function failure(response: FakeResponse) {
  const { session } = googleSession(() => response);
  const post = { text: 'Hi', media: [], options: {} };
  const error = await publishing.send(session, post, {}, 'key').then(
    () => undefined,
    (reason: { kind: string; facts: object; message: string }) => reason,
  );
  return { kind: error?.kind, message: error?.message, ...error?.facts };
}

test.each<[string, FakeResponse, object]>([
  ['a token that has ended', no(401, 'UNAUTHENTICATED'), { kind: 'auth_expired' }],
  ['no right', no(403, 'PERMISSION_DENIED'), { kind: 'forbidden', platformCode: 'PERMISSION_DENIED' }],
  [
    'an API that is switched off',
    no(403, 'PERMISSION_DENIED', [errorInfo({}, 'SERVICE_DISABLED')]),
    { kind: 'forbidden', platformCode: 'SERVICE_DISABLED' },
  ],
  ['nothing there', no(404, 'NOT_FOUND'), { kind: 'not_found' }],
  ['a bad argument', no(400, 'INVALID_ARGUMENT'), { kind: 'rejected', message: 'No.' }],
  [
    'a text that is too long',
    no(400, 'INVALID_ARGUMENT', [{ errorDetails: [{ code: 3, field: 'summary', message: 'Summary is too long.' }] }]),
    { kind: 'rejected', field: 'text', message: 'Summary is too long.' },
  ],
  [
    'an image that is not there',
    no(400, 'INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'local_post.media[0].source_url' }] }]),
    { kind: 'rejected', field: 'media' },
  ],
  [
    'an event without an end',
    no(400, 'INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'event.schedule', description: 'No end.' }] }]),
    { kind: 'rejected', field: 'platform_data.event', message: 'No end.' },
  ],
  ['a quota', no(429, 'RESOURCE_EXHAUSTED'), { kind: 'rate_limited', retryAfterSeconds: 60 }],
  [
    'a quota that says when',
    no(429, 'RESOURCE_EXHAUSTED', [{ retryDelay: '21.5s' }, errorInfo(perProject)]),
    { kind: 'rate_limited', retryAfterSeconds: 21, wholeApp: true },
  ],
  [
    'a quota that says when in a header',
    { ...no(429, 'RESOURCE_EXHAUSTED'), headers: { 'retry-after': '7' } },
    { kind: 'rate_limited', retryAfterSeconds: 7 },
  ],
  [
    'a quota of nothing',
    no(429, 'RESOURCE_EXHAUSTED', [errorInfo({ quota_limit_value: '0' })]),
    { kind: 'forbidden', platformCode: 'quota_of_zero' },
  ],
  ['details of another shape', no(400, 'INVALID_ARGUMENT', [{ errorDetails: 'x', metadata: 1 }]), { kind: 'rejected' }],
  ['a page of a proxy', { status: 403, text: '<html>' }, { kind: 'unknown' }],
  ['trouble at Google', no(503, 'UNAVAILABLE'), { kind: 'unknown' }],
])('%s', async (_name, response, expected) => {
  expect(await failure(response)).toMatchObject(expected);
});

test('the profile is that of the location', async () => {
  const json = {
    name: 'locations/2002',
    title: 'Acme Cafe',
    languageCode: 'de',
    metadata: { placeId: 'ChIJaaa', canOperateLocalPost: true, mapsUri: 7 },
  };
  const { session, requests } = googleSession(() => ({ json }));
  expect(await auth.profile(session)).toEqual({
    platformId: LOCATION,
    username: '2002',
    name: 'Acme Cafe',
    metadata: { place_id: 'ChIJaaa', language_code: 'de', can_operate_local_post: true },
  });
  expect(requests[0]).toMatchObject({ url: 'https://information.test/v1/locations/2002' });
  expect(requests[0]?.query?.readMask).toContain('title');
});

test('an account without a location is forbidden', async () => {
  const { session, calls } = googleSession(() => ({ json: {} }));
  const other = { ...session, account: { ...session.account, platformId: 'accounts/1/../2' } };
  await expect(auth.profile(other)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(calls()).toEqual([]);
});

async function refresh(response: FakeResponse | Error) {
  let seen: PlatformRequest | undefined;
  const { session } = googleSession((request) => {
    seen = request;
    return response;
  });
  const tokens = await auth.refresh?.(session);
  return { tokens, seen };
}

test('a refresh keeps the refresh token, unless there is a new one', async () => {
  const { tokens, seen } = await refresh({ json: { access_token: 'ya29.b', expires_in: 3599 } });
  expect(tokens).toEqual({ accessToken: 'ya29.b', refreshToken: '1//0gB', expiresAt: '2026-03-01T12:59:59.500Z' });
  const form = {
    grant_type: 'refresh_token',
    refresh_token: '1//0gB',
    client_id: '990',
    client_secret: 'app-secret-text',
  };
  expect(seen).toMatchObject({ url: 'https://oauth.test/token', body: { form } });
  const renewed = await refresh({ json: { access_token: 'ya29.b', refresh_token: '1//0gC' } });
  expect(renewed.tokens).toEqual({ accessToken: 'ya29.b', refreshToken: '1//0gC' });
});

test.each<[FakeResponse, object]>([
  [
    { status: 400, json: { error: 'invalid_grant' } },
    { kind: 'auth_expired', facts: { invalidGrant: true } },
  ],
  [{ status: 401, json: { error: 'invalid_client' } }, { kind: 'forbidden' }],
  [
    { status: 429, headers: { 'retry-after': '9' } },
    { kind: 'rate_limited', facts: { retryAfterSeconds: 9 } },
  ],
  [{ status: 400, text: '<html>' }, { kind: 'unavailable' }],
  [{ status: 503, json: { error: 'invalid_grant' } }, { kind: 'unavailable' }],
])('a refresh that is answered with %j', async (response, expected) => {
  await expect(refresh(response)).rejects.toMatchObject(expected);
});
