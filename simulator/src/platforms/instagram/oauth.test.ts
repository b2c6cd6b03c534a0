import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../core/server.ts';
import { testWorld } from '../../core/testing.ts';
import { Worlds } from '../../core/worlds/worlds.ts';
import { instagramWith } from './index.ts';
import { responseOf, TestInstagram, TestSimulator } from './testing.ts';

const redirectUri = 'https://app.example/callback?of=us';
const scope = 'instagram_business_basic,instagram_business_content_publish';
let simulator: TestSimulator;
let instagram: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator, 'acme');
});
afterAll(() => simulator.close());

function authorize(values: Record<string, string> = {}, base = `${simulator.url}/instagram`) {
  const query = new URLSearchParams({
    client_id: instagram.account.app.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 'S 1',
    ...values,
  });
  return fetch(`${base}/www/oauth/authorize?${query}`, { redirect: 'manual' });
}

async function code(values: Record<string, string> = {}): Promise<string> {
  const response = await authorize({ decision: 'allow', account: instagram.id, ...values });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function exchange(values: Record<string, string>) {
  const { client_id, client_secret } = instagram.account.app;
  const fixed = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
  const body = new URLSearchParams({ ...fixed, ...values });
  return responseOf(fetch(`${simulator.url}/instagram/api/oauth/access_token`, { method: 'POST', body }));
}

describe('the authorize page', () => {
  test('asks first, with every parameter kept in its form', async () => {
    const page = await (await authorize()).text();
    expect(page).toContain('@acme');
    expect(page).toContain('instagram_business_content_publish');
    expect(page).toContain('name="state" value="S 1"');
    expect(page).toContain('value="deny"');
  });

  test('allowed: sends a code, the state and #_ back', async () => {
    const response = await authorize({ decision: 'allow', account: instagram.id });
    const location = response.headers.get('location') ?? '';
    expect(response.status).toBe(302);
    expect(location).toMatch(/^https:\/\/app\.example\/callback\?of=us&code=AQBx[\w-]+&state=S\+1#_$/);
  });

  test('denied: says so in the words of Instagram', async () => {
    const response = await authorize({ decision: 'deny' });
    expect(response.headers.get('location')).toBe(
      'https://app.example/callback?of=us&error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request&state=S+1',
    );
  });

  test.each([{ client_id: 'wrong' }, { redirect_uri: 'nowhere' }, { scope: 'everything' }, { response_type: 'token' }])(
    'rejects %j on a page of its own',
    async (wrong) => {
      const response = await authorize({ decision: 'allow', ...wrong });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Invalid Request');
    },
  );
});

describe('tokens', () => {
  test('a code gives a token of an hour, flat, with a number too big for a double', async () => {
    const response = await exchange({ code: await code() });
    expect(response.status).toBe(200);
    expect(response.text).toContain(`"user_id":${instagram.id}`);
    expect(response.body.permissions).toEqual(scope.split(','));
    expect(response.body.access_token).toMatch(/^IGAA/);

    const me = await new TestInstagram(simulator, instagram.account, response.body.access_token).get('me', {
      fields: 'user_id',
    });
    expect(me.body.user_id).toBe(instagram.id);
  });

  test('the other form, as the guide shows it, by an option', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-token-'));
    const platforms = [instagramWith({ tokenResponse: 'data' })];
    const worlds = new Worlds({ dataDir, platforms, ownUrl: () => '', idleMs: 60_000, warn: () => {} });
    const app = await buildServer(worlds, platforms);
    const { world, open } = (await worlds.make(testWorld)).world.platforms.get('instagram') ?? {};
    if (!world || !open) throw new Error('No Instagram.');
    const account = open.createAccount({});
    const granted = ['instagram_business_basic'];
    const { client_id: clientId, client_secret } = world.app;
    const { value } = world.codes.issue({
      account: account.platform_id,
      clientId,
      redirectUri,
      scopes: granted,
      expiresInSeconds: 60,
    });
    const response = await app.inject({
      method: 'POST',
      url: `/${testWorld}/instagram/api/oauth/access_token`,
      payload: {
        client_id: clientId,
        client_secret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code: value,
      },
    });
    expect(response.json()).toEqual({
      data: [
        {
          access_token: expect.stringMatching(/^IGAA/),
          user_id: account.platform_id,
          permissions: 'instagram_business_basic',
        },
      ],
    });
    await app.close();
    worlds.close();
    rmSync(dataDir, { recursive: true });
  });

  test('a code works once', async () => {
    const value = await code();
    await exchange({ code: value });
    const again = await exchange({ code: value });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    });
  });

  test('a code lasts an hour, and another redirect address does not use it up', async () => {
    const value = await code();
    expect((await exchange({ code: value, redirect_uri: 'https://other.example' })).body.error_message).toContain(
      'redirect_uri',
    );
    expect((await exchange({ code: value })).status).toBe(200);
    const late = await code();
    await simulator.advance(3601);
    expect((await exchange({ code: late })).status).toBe(400);
  });

  test('wrong client or secret', async () => {
    expect((await exchange({ code: 'x', client_id: 'x' })).body.error_message).toBe('Invalid platform app');
    expect((await exchange({ code: await code(), client_secret: 'x' })).status).toBe(400);
  });

  test('short for long, refreshed after a day, gone after sixty', async () => {
    const { client_secret } = instagram.account.app;
    const short = new TestInstagram(
      simulator,
      instagram.account,
      (await exchange({ code: await code() })).body.access_token,
    );
    const long = await short.get('access_token', { grant_type: 'ig_exchange_token', client_secret });
    expect(long.body).toEqual({
      access_token: expect.stringMatching(/^IGAA/),
      token_type: 'bearer',
      expires_in: 5_184_000,
    });
    const wrong = await short.get('access_token', { grant_type: 'ig_exchange_token', client_secret: 'x' });
    expect(wrong.body.error.code).toBe(101);

    const daily = new TestInstagram(simulator, instagram.account, long.body.access_token);
    const refresh = { grant_type: 'ig_refresh_token' };
    expect((await daily.get('refresh_access_token', refresh)).body.error.message).toContain('24 hours');
    await simulator.advance(86_401);
    expect((await short.get('me')).body.error.code).toBe(190);
    const refreshed = await daily.get('refresh_access_token', refresh);
    expect(refreshed.body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 });

    await simulator.advance(59 * 86_400);
    expect((await daily.get('me')).body.error.message).toMatch(
      /^Error validating access token: Session has expired on \w+day, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d P[SD]T\. The current time is /,
    );
    expect((await daily.get('refresh_access_token', refresh)).body.error.code).toBe(190);
    const newer = new TestInstagram(simulator, instagram.account, refreshed.body.access_token);
    expect((await newer.get('me')).status).toBe(200);
  });

  test('also without a version in the path, as documented for the two token calls', async () => {
    const account = await TestInstagram.make(simulator);
    const url = `${simulator.url}/instagram/graph/refresh_access_token?grant_type=ig_refresh_token&access_token=${account.token}`;
    await simulator.advance(86_401);
    expect((await responseOf(fetch(url))).body.token_type).toBe('bearer');
  });

  test('missing, unknown and too narrow tokens', async () => {
    const none = await responseOf(fetch(`${simulator.url}/instagram/graph/v25.0/me`));
    expect([none.status, none.body.error.code]).toEqual([400, 104]);
    const unknown = await new TestInstagram(simulator, instagram.account, 'IGAAwrong').get('me');
    expect(unknown.body.error).toEqual({
      message: 'Invalid OAuth access token - Cannot parse access token',
      type: 'OAuthException',
      code: 190,
      fbtrace_id: expect.stringMatching(/^A/),
    });
    const value = await code({ scope: 'instagram_business_basic' });
    const narrow = new TestInstagram(simulator, instagram.account, (await exchange({ code: value })).body.access_token);
    const rejected = await narrow.post('me/media', { image_url: 'https://simulator.test/files/sample.jpg' });
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 10]);
  });
});
