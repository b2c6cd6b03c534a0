import { describe, expect, test } from 'vitest';
import { type FakeResponse, fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';

const refresh = auth.refresh as NonNullable<typeof auth.refresh>;
const subscribe = auth.subscribe as NonNullable<typeof auth.subscribe>;
const respondingWith = (response: FakeResponse) => fakeSession(() => response);

describe('refresh', () => {
  test('extends the token', async () => {
    const { session, calls, requests } = respondingWith({
      json: { access_token: 'IGAAnew', token_type: 'bearer', expires_in: 5183944, permissions: 'x' },
    });
    expect(await refresh(session)).toEqual({ accessToken: 'IGAAnew', expiresAt: '2026-04-30T11:59:04.500Z' });
    expect(calls()).toEqual(['GET /refresh_access_token']);
    expect(requests[0]?.query).toEqual({ grant_type: 'ig_refresh_token', access_token: 'IGAAsecrettoken' });
  });

  test.each([
    ['text', '3600', '2026-03-01T13:00:00.500Z'],
    ['nothing', undefined, undefined],
    ['nonsense', 'soon', undefined],
    ['a huge number', 1e300, undefined],
  ])('a life of %s', async (_name, expires_in, expiresAt) => {
    const { session } = respondingWith({ json: { access_token: 'IGAAnew', expires_in } });
    expect((await refresh(session)).expiresAt).toBe(expiresAt);
  });

  test.each([
    [190, undefined, 'auth_expired', true],
    [190, 463, 'auth_expired', true],
    [102, undefined, 'auth_expired', true],
    [10, undefined, 'forbidden', undefined],
    [100, undefined, 'rejected', undefined],
    [4, undefined, 'rate_limited', undefined],
    [1, undefined, 'unavailable', undefined],
  ])('rejected with %i/%s', async (code, subcode, kind, invalidGrant) => {
    const rejection = await refresh(respondingWith(graphError(code, subcode)).session).catch((error) => error);
    expect([rejection.kind, rejection.facts.invalidGrant]).toEqual([kind, invalidGrant]);
  });

  test.each([{ status: 500, text: '' }, { text: '<html>' }, { json: { access_token: '' } }])(
    'an unusable answer (%j) disconnects nobody',
    async (response) => {
      const rejection = await refresh(respondingWith(response).session).catch((error) => error);
      expect([rejection.kind, rejection.facts.invalidGrant]).toEqual(['unavailable', undefined]);
    },
  );
});

describe('profile', () => {
  const flat = {
    id: '24981234567890123',
    user_id: '17841405822304914',
    username: 'acme',
    name: 'Acme',
    account_type: 'BUSINESS',
    profile_picture_url: 'https://scontent/x.jpg',
    followers_count: 120,
    follows_count: 10,
    media_count: 33,
  };
  test.each([
    ['flat', flat],
    ['in data[]', { data: [flat] }],
    ['with a number as id', { ...flat, user_id: 17841 }],
  ])('%s', async (_name, json) => {
    const { session, calls } = respondingWith({ json });
    const profile = await auth.profile(session);
    expect(profile).toMatchObject({ username: 'acme', name: 'Acme', pictureUrl: 'https://scontent/x.jpg' });
    expect(profile.platformId).toMatch(/^17841/);
    expect(profile.metadata).toMatchObject({ app_scoped_id: flat.id, followers_count: 120 });
    expect(calls()).toEqual(['GET /v25.0/me']);
  });

  test.each([{}, { data: [] }, { ...flat, user_id: undefined }, { ...flat, username: '' }, []])(
    '%j is unusable',
    async (json) => {
      await expect(auth.profile(respondingWith({ json }).session)).rejects.toMatchObject({ kind: 'unavailable' });
    },
  );
});

test('subscribe', async () => {
  const { session, calls, requests } = respondingWith({ json: { success: true } });
  await subscribe(session);
  expect(calls()).toEqual(['POST /v25.0/me/subscribed_apps']);
  expect(requests[0]?.query?.subscribed_fields).toContain('comments');
  await expect(subscribe(respondingWith({ json: { success: false } }).session)).rejects.toMatchObject({
    kind: 'unavailable',
  });
});

test('subscribes without mentions where the login has none', async () => {
  const asked: unknown[] = [];
  const { session } = fakeSession(({ query }) => {
    asked.push(query?.subscribed_fields);
    return asked.length === 1 ? graphError(100) : { json: { success: true } };
  });
  await subscribe(session);
  expect(asked).toEqual([expect.stringMatching(/^comments,.*,mentions$/), expect.not.stringContaining('mentions')]);
});
