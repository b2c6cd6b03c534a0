import { expect, test } from 'vitest';
import type { PlatformRequest } from '../../core/session.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { uploadAddress } from './client.ts';
import { creatorInfo } from './creator-info.ts';
import { metrics } from './metrics.ts';
import { creator, no, ok, POST_ID, tiktokSession } from './session.fake.ts';

async function failure(response: FakeResponse) {
  const { session } = tiktokSession(() => response);
  const error = await metrics(session, { platformId: POST_ID }).then(
    () => undefined,
    (reason: { kind: string; facts: object }) => reason,
  );
  return { kind: error?.kind, ...error?.facts };
}

test.each<[string, FakeResponse, object]>([
  ['a token that has ended', no(401, 'access_token_invalid'), { kind: 'auth_expired' }],
  ['a missing right', no(401, 'scope_not_authorized'), { kind: 'forbidden', remedy: expect.any(String) }],
  ['a throttle', no(429, 'rate_limit_exceeded'), { kind: 'rate_limited', retryAfterSeconds: 60 }],
  [
    'a throttle that tells how long',
    no(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
    { kind: 'rate_limited', retryAfterSeconds: 7 },
  ],
  ['a throttle of something in between', { status: 429, text: '' }, { kind: 'rate_limited' }],
  ['too many posts', no(403, 'spam_risk_too_many_posts'), { kind: 'rate_limited', retryAfterSeconds: 3600 }],
  ['a banned user', no(403, 'spam_risk_user_banned_from_posting'), { kind: 'forbidden' }],
  [
    'an unaudited app',
    no(403, 'unaudited_client_can_only_post_to_private_accounts'),
    { kind: 'forbidden', remedy: expect.stringContaining('account to private') },
  ],
  ['an unverified host', no(403, 'url_ownership_unverified'), { kind: 'rejected', field: 'media' }],
  [
    'a privacy level of others',
    no(403, 'privacy_level_option_mismatch'),
    { kind: 'rejected', field: 'platform_data.privacy_level' },
  ],
  ['an unknown publish id', no(400, 'invalid_publish_id'), { kind: 'not_found' }],
  ['what is unheard of', no(400, 'toString'), { kind: 'rejected', platformCode: 'toString' }],
  ['a page of a proxy', { status: 403, text: '<html>' }, { kind: 'unavailable' }],
  ['trouble at TikTok', no(500, 'internal_error'), { kind: 'unavailable' }],
  ['an error in a good answer', no(200, 'internal_error'), { kind: 'unavailable' }],
])('%s', async (_name, response, expected) => {
  expect(await failure(response)).toMatchObject(expected);
});

test('an upload goes to TikTok and nowhere else', () => {
  const { session } = tiktokSession(() => ({}));
  for (const address of ['https://upload.test/video/?a', 'https://open-upload-i18n.tiktokapis.com/video/?a'])
    expect(uploadAddress(session, address)).toBe(address);
  for (const address of [
    'https://evil.example/video/',
    'http://open-upload.tiktokapis.com/video/',
    'https://open-upload.tiktokapis.com.evil.example/',
    'https://open-upload.tiktokapis.com:8443/',
    'https://upload.test.evil.example/',
    'https://user@eviltiktokapis.com/',
  ])
    expect(() => uploadAddress(session, address)).toThrow('not its own');
});

test('the profile requests fewer fields after a missing scope', async () => {
  const user = { open_id: '723f24d7', display_name: 'Acme', avatar_url: 'https://p.example/a.webp' };
  const { session, requests } = tiktokSession(({ query }) =>
    String(query?.fields).includes('username') ? no(401, 'scope_not_authorized') : ok({ user }),
  );
  expect(await auth.profile(session)).toEqual({
    platformId: '723f24d7',
    username: 'Acme',
    name: 'Acme',
    pictureUrl: user.avatar_url,
    metadata: { avatar_url: user.avatar_url },
  });
  expect(requests).toHaveLength(3);
  const all = { ...user, username: 'acme', bio_description: 'Hi', follower_count: 12, video_count: 3 };
  expect(await auth.profile(tiktokSession(() => ok({ user: all })).session)).toMatchObject({
    username: 'acme',
    bio: 'Hi',
    metadata: { follower_count: 12, video_count: 3 },
  });
});

async function refresh(response: FakeResponse) {
  let seen: PlatformRequest | undefined;
  const { session } = tiktokSession((request) => {
    seen = request;
    return response;
  });
  const tokens = await auth.refresh?.(session);
  return { tokens, seen };
}

test('a refresh stores the returned refresh token', async () => {
  const json = { access_token: 'act.C', refresh_token: 'rft.D', expires_in: 86_400, open_id: '723f24d7' };
  const { tokens, seen } = await refresh({ json });
  expect(tokens).toEqual({ accessToken: 'act.C', refreshToken: 'rft.D', expiresAt: '2026-03-02T12:00:00.500Z' });
  const form = { client_key: '990', client_secret: 'app-secret-text', grant_type: 'refresh_token' };
  expect(seen).toMatchObject({ url: 'https://api.test/v2/oauth/token/', body: { form } });
  expect((await refresh({ json: { access_token: 'act.C' } })).tokens?.refreshToken).toBe('rft.B');
});

const rejected = (error: string, status: number): FakeResponse => ({
  status,
  json: { error, error_description: 'No.' },
});
test.each<[FakeResponse, object]>([
  [rejected('invalid_grant', 400), { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [rejected('invalid_grant', 200), { kind: 'auth_expired', facts: { invalidGrant: true } }],
  [rejected('invalid_client', 400), { kind: 'forbidden', facts: { platformCode: 'invalid_client' } }],
  [rejected('temporarily_unavailable', 400), { kind: 'unknown' }],
  [rejected('server_error', 500), { kind: 'unknown' }],
  [{ status: 429, headers: { 'retry-after': '9' }, text: '' }, { kind: 'rate_limited' }],
  [{ status: 401, text: '<html>' }, { kind: 'unknown' }],
])('a refresh that is answered with %j', async (response, expected) => {
  await expect(refresh(response)).rejects.toMatchObject(expected);
});

test('a creator who may not post now is a normal result for display', async () => {
  const asked = async (response: FakeResponse) => await creatorInfo(tiktokSession(() => response).session);
  expect(await asked(creator())).toEqual({
    nickname: 'Acme',
    avatarUrl: 'https://p.example/a.webp',
    canPost: true,
    videoSecondsMax: 300,
    privacyLevels: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    isCommentDisabled: false,
    isDuetDisabled: false,
    isStitchDisabled: true,
  });
  expect(await asked(no(403, 'spam_risk_too_many_posts'))).toMatchObject({ canPost: false, nickname: 'acme' });
  expect(await asked(creator({ privacy_level_options: [] }))).toMatchObject({ canPost: false });
  await expect(asked(no(401, 'access_token_invalid'))).rejects.toMatchObject({ kind: 'auth_expired' });
});

test('counters of a post are found by its publish id too', async () => {
  const counts = { like_count: 3, comment_count: 1, share_count: 0, view_count: 120 };
  const { session, calls } = tiktokSession((_request, call) =>
    call.endsWith('/status/fetch/')
      ? ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [POST_ID] })
      : ok({ videos: [{ id: POST_ID, ...counts }] }),
  );
  const counted = { views: 120, likes: 3, comments: 1, shares: 0 };
  expect(await metrics(session, { platformId: POST_ID })).toEqual(counted);
  expect(await metrics(session, { platformId: 'p_pub_url~v2.1' })).toEqual(counted);
  expect(calls()).toEqual(['POST /v2/video/query/', 'POST /v2/post/publish/status/fetch/', 'POST /v2/video/query/']);
  const hidden = tiktokSession(() => ok({ status: 'PUBLISH_COMPLETE' })).session;
  await expect(metrics(hidden, { platformId: 'p_pub_url~v2.1' })).rejects.toMatchObject({ kind: 'not_found' });
});
