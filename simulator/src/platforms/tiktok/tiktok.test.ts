import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../core/test-account.ts';
import { until } from '../../core/testing.ts';
import { CallbackReceiver } from '../meta/test-callbacks.ts';
import { type AsAccount, asAccount, newSimulator } from './testing.ts';

const simulator = newSimulator();
let acme: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
});
afterAll(() => simulator.close());

const redirect_uri = 'https://hubbub.example/callback';
const hex = (verifier: string) => createHash('sha256').update(verifier).digest('hex');

async function login(more: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_key: acme.account.app.client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'user.info.basic,video.publish',
    state: 'abc',
    decision: 'allow',
    account: acme.id,
    ...more,
  });
  return await fetch(`${simulator.url}/tiktok/www/v2/auth/authorize/?${query}`, { redirect: 'manual' });
}
const backFrom = async (response: Promise<Response>) => new URL((await response).headers.get('location') ?? '');

describe('OAuth', () => {
  test('a code becomes tokens once, with the verifier hashed to hex', async () => {
    const code_challenge = hex('v'.repeat(50));
    const back = await backFrom(login({ code_challenge, code_challenge_method: 'S256' }));
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      state: 'abc',
      scopes: 'user.info.basic,video.publish',
    });
    const values = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri };
    expect(await acme.oauth('token', { ...values, code_verifier: 'w'.repeat(50) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', log_id: expect.any(String) },
    });
    const good = { ...values, code_verifier: 'v'.repeat(50) };
    const { body } = await acme.oauth('token', good);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^act\./),
      refresh_token: expect.stringMatching(/^rft\./),
      open_id: acme.id,
      expires_in: 86_400,
      refresh_expires_in: 31_536_000,
      scope: 'user.info.basic,video.publish',
      token_type: 'Bearer',
    });
    expect((await acme.oauth('token', good)).body.error).toBe('invalid_grant');
    const limited = Object.assign(await asAccount(simulator), { token: body.access_token });
    expect(await limited.call('GET', '/user/info/?fields=open_id,username')).toMatchObject({
      status: 401,
      body: { error: { code: 'scope_not_authorized' } },
    });
  });

  test('the page, a denial, and what is wrong', async () => {
    const page = await fetch(
      `${simulator.url}/tiktok/www/v2/auth/authorize/?${new URLSearchParams({
        client_key: acme.account.app.client_id,
        redirect_uri,
        response_type: 'code',
        scope: 'video.list',
      })}`,
    );
    expect(await page.text()).toContain('video.list');
    expect((await backFrom(login({ decision: 'deny' }))).searchParams.get('error')).toBe('access_denied');
    for (const wrong of [{ client_key: 'x' }, { scope: 'all' }, { code_challenge: 'bm90IGhleA' }])
      expect((await login(wrong as Record<string, string>)).status).toBe(400);
  });

  test('tokens end after a day, are refreshed, and revoked with a webhook', async () => {
    const one = await asAccount(simulator);
    const refresh_token = one.account.tokens.refresh_token ?? '';
    await simulator.advance(86_401);
    expect(await one.post('/post/publish/creator_info/query/')).toMatchObject({
      status: 401,
      body: { error: { code: 'access_token_invalid' } },
    });
    one.token = (await one.oauth('token', { grant_type: 'refresh_token', refresh_token })).body.access_token;
    expect((await one.post('/post/publish/creator_info/query/')).status).toBe(200);
    expect((await one.oauth('token', { grant_type: 'refresh_token', refresh_token: 'x' })).body.error).toBe(
      'invalid_grant',
    );
    expect(await one.oauth('revoke', { token: one.token })).toMatchObject({ status: 200, text: '' });
    expect((await one.post('/post/publish/creator_info/query/')).status).toBe(401);
    acme = await asAccount(simulator);
  });
});

test('the account, and what its creator may post', async () => {
  const fields = 'open_id,display_name,username,follower_count,video_count';
  expect((await acme.call('GET', `/user/info/?fields=${fields}`)).body.data.user).toMatchObject({
    open_id: acme.id,
    username: acme.account.username,
  });
  expect((await acme.call('GET', '/user/info/?fields=secret')).status).toBe(400);
  const options = async (account: AsAccount) =>
    (await account.post('/post/publish/creator_info/query/')).body.data.privacy_level_options;
  expect(await options(acme)).toEqual(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']);
  const closed = await asAccount(simulator, 'private_acme');
  expect(await options(closed)).toContain('FOLLOWER_OF_CREATOR');
  expect(await closed.initPhotos()).toMatchObject({
    status: 403,
    body: { error: { code: 'privacy_level_option_mismatch' } },
  });
  const open = await asAccount(simulator, 'unaudited_acme');
  for (const privacy_level of ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'])
    expect(await open.initPhotos({ privacy_level })).toMatchObject({
      status: 403,
      body: { error: { code: 'unaudited_client_can_only_post_to_private_accounts' } },
    });
});

describe('photos', () => {
  test('are published at once; the id is a number beyond 2^53', async () => {
    const one = await asAccount(simulator);
    const { body } = await one.initPhotos({ title: 'Short' });
    expect(body).toMatchObject({
      data: { publish_id: expect.stringMatching(/^p_pub_url~v2\.\d+$/) },
      error: { code: 'ok' },
    });
    const { text } = await one.status(body.data.publish_id);
    const [, id] = /"publicaly_available_post_id":\[(\d{19})\]/.exec(text) ?? [];
    const [entry] = await simulator.ledger(`platform=tiktok&account=${one.id}`);
    expect(entry).toMatchObject({ platform_id: id, kind: 'post', text: 'Photos', operation: 'publish' });
    expect(entry?.media).toHaveLength(2);
    const { videos, has_more } = (await one.post('/video/list/?fields=id,share_url,video_description')).body.data;
    expect({ videos, has_more }).toMatchObject({ videos: [{ id, video_description: 'Photos' }], has_more: false });
    expect(videos[0].share_url).toBe(`https://www.tiktok.com/@${one.account.username}/photo/${id}`);
  });

  test('that only their owner sees have no id and are in no list', async () => {
    const one = await asAccount(simulator);
    const { publish_id } = (await one.initPhotos({ privacy_level: 'SELF_ONLY' })).body.data;
    expect((await one.status(publish_id)).body.data).toEqual({ status: 'PUBLISH_COMPLETE' });
    expect((await one.post('/video/list/?fields=id')).body.data.videos).toEqual([]);
    expect(await acme.status(publish_id)).toMatchObject({ status: 400 });
    expect((await acme.status('p_pub_url~v2.1')).body.error.code).toBe('invalid_publish_id');
  });

  test('are processed, and moderated later, when faults say so', async () => {
    const one = await asAccount(simulator);
    const about = { platform: 'tiktok', account: one.id } as const;
    await simulator.fault({ kind: 'not_ready', polls: 1, ...about });
    await simulator.fault({ kind: 'delayed_visibility', seconds: 60, ...about });
    const { publish_id } = (await one.initPhotos()).body.data;
    const look = async () => (await one.status(publish_id)).body.data;
    expect(await look()).toEqual({ status: 'PROCESSING_DOWNLOAD' });
    expect(await look()).toEqual({ status: 'PUBLISH_COMPLETE' });
    await simulator.advance(61);
    expect(await look()).toHaveProperty('publicaly_available_post_id');
  });

  test.each<[string, object, object, number, string]>([
    ['no privacy level', { privacy_level: undefined }, {}, 400, 'invalid_params'],
    ['a long title', { title: 'x'.repeat(91) }, {}, 400, 'invalid_params'],
    ['a long description', { description: 'x'.repeat(4001) }, {}, 400, 'invalid_params'],
    ['private advertising', { privacy_level: 'SELF_ONLY', brand_content_toggle: true }, {}, 400, 'invalid_params'],
    ['no photos', {}, { photo_images: [] }, 400, 'invalid_params'],
    ['a cover that is not there', {}, { photo_cover_index: 2 }, 400, 'invalid_params'],
    ['plain http', {}, { photo_images: ['http://a.example/x.jpg'] }, 403, 'url_ownership_unverified'],
  ])('rejects %s', async (_what, info, source, status, code) => {
    const one = await asAccount(simulator);
    expect(await one.initPhotos(info, source)).toMatchObject({ status, body: { error: { code } } });
  });

  test('that cannot be fetched or are of another type fail afterwards', async () => {
    const one = await asAccount(simulator);
    const reason = async (name: string) => {
      const source = { photo_images: [`https://simulator.test/files/${name}`] };
      const { publish_id } = (await one.initPhotos({}, source)).body.data;
      return (await one.status(publish_id)).body.data;
    };
    expect(await reason('missing.jpg')).toEqual({ status: 'FAILED', fail_reason: 'photo_pull_failed' });
    expect(await reason('sample.png')).toEqual({ status: 'FAILED', fail_reason: 'file_format_check_failed' });
    expect(await simulator.ledger(`platform=tiktok&account=${one.id}`)).toEqual([]);
  });
});

describe('videos', () => {
  const sample = async () => new Uint8Array(await (await fetch(`${simulator.url}/files/sample.mp4`)).arrayBuffer());
  const chunk_size = 5_000_000;

  test('are uploaded in chunks, in order, and published with the last one', async () => {
    const one = await asAccount(simulator);
    const size = 2 * chunk_size + 7;
    const bytes = new Uint8Array(size);
    bytes.set(await sample());
    const source = { source: 'FILE_UPLOAD', video_size: size, chunk_size, total_chunk_count: 2 };
    const { publish_id, upload_url } = (await one.initVideo(source)).body.data;
    expect(publish_id).toMatch(/^v_pub_file~v2-1\.\d+$/);
    const status = async () => (await one.status(publish_id)).body.data;
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 });
    const rest = bytes.slice(chunk_size);
    expect((await one.put(upload_url, rest, chunk_size, size)).status).toBe(416);
    const first = await one.put(upload_url, bytes.slice(0, chunk_size), 0, size);
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-${chunk_size - 1}/${size}`]);
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD', uploaded_bytes: chunk_size });
    expect(await simulator.ledger(`platform=tiktok&account=${one.id}`)).toEqual([]);
    expect((await one.put(upload_url, rest, chunk_size, size, 'text/plain')).status).toBe(400);
    expect((await one.put(upload_url, rest, chunk_size, size)).status).toBe(201);
    expect((await one.put(upload_url, rest, chunk_size, size)).status).toBe(416);
    expect(await status()).toMatchObject({ status: 'PUBLISH_COMPLETE', uploaded_bytes: size });
    expect(await simulator.ledger(`platform=tiktok&account=${one.id}`)).toMatchObject([
      { text: 'A video', operation: 'publish', media: [{ type: 'video' }] },
    ]);
  });

  test('that are none fail, and an upload ends after an hour', async () => {
    const one = await asAccount(simulator);
    const source = { source: 'FILE_UPLOAD', video_size: 5, chunk_size: 5, total_chunk_count: 1 };
    const init = async () => (await one.initVideo(source)).body.data;
    const text = new Uint8Array(Buffer.from('plain'));
    const bad = await init();
    expect((await one.put(bad.upload_url, text, 0, 5)).status).toBe(201);
    expect((await one.status(bad.publish_id)).body.data).toMatchObject({ fail_reason: 'file_format_check_failed' });
    const late = await init();
    await simulator.advance(3601);
    expect((await one.put(late.upload_url, text, 0, 5)).status).toBe(403);
    expect((await one.put(late.upload_url.replace('v_pub', 'x'), text, 0, 5)).status).toBe(404);
    const wrong = [{ chunk_size: 6 }, { total_chunk_count: 2 }, { source: 'DISK' }, { video_size: 0 }];
    for (const part of wrong) {
      const response = await (await asAccount(simulator)).initVideo({ ...source, ...part });
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_params' } } });
    }
  });

  test('are fetched from an address and published at once', async () => {
    const one = await asAccount(simulator);
    const pull = async (name: string) => {
      const video_url = `https://simulator.test/files/${name}`;
      const { publish_id } = (await one.initVideo({ source: 'PULL_FROM_URL', video_url })).body.data;
      expect(publish_id).toMatch(/^v_pub_url~v2\.\d+$/);
      return (await one.status(publish_id)).body.data.status;
    };
    expect(await pull('sample.mp4')).toBe('PUBLISH_COMPLETE');
    expect(await pull('missing.mp4')).toBe('FAILED');
    expect(await simulator.ledger(`platform=tiktok&account=${one.id}`)).toMatchObject([{ operation: 'publish' }]);
  });
});

test('lists go back in time, and counts follow visitors', async () => {
  const one = await asAccount(simulator);
  for (const description of ['1', '2', '3']) await one.initPhotos({ description });
  const page = async (body: object) =>
    (await one.post('/video/list/?fields=id,video_description,like_count,comment_count,share_count', body)).body.data;
  const first = await page({ max_count: 2 });
  const words = (videos: Json[]) => videos.map(({ video_description }) => video_description);
  expect(words(first.videos)).toEqual(['3', '2']);
  expect(first.has_more).toBe(true);
  const { id } = first.videos[0];
  for (const action of ['like', 'share', 'comment'])
    await simulator.visitor({
      platform: 'tiktok',
      account: one.id,
      action,
      post_id: id,
      username: 'jane',
      text: action === 'comment' ? 'Nice' : '',
    });
  const query = (ids: string[]) =>
    one.post('/video/query/?fields=id,like_count,view_count', { filters: { video_ids: ids } });
  expect((await query([id, '1'])).body.data.videos).toEqual([{ id, like_count: 1, view_count: 3 }]);
  expect((await query([])).status).toBe(400);
  expect((await page({ max_count: 21 })).videos).toBeUndefined();
});

describe('limits and webhooks', () => {
  test('six posts a minute of each token, and 25 a day of each account', async () => {
    const one = await asAccount(simulator);
    for (let count = 0; count < 6; count += 1) expect((await one.initPhotos()).status).toBe(200);
    const throttled = await one.initPhotos();
    expect(throttled).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
    await simulator.settings({ rate_limits: false });
    for (let count = 0; count < 19; count += 1) await one.initPhotos();
    await simulator.settings({ rate_limits: true });
    const info = await one.post('/post/publish/creator_info/query/');
    expect(info).toMatchObject({ status: 403, body: { error: { code: 'spam_risk_too_many_posts' } } });
  });

  test('events are signed over their time and bytes, with their content as a string', async () => {
    const receiver = await new CallbackReceiver().start();
    try {
      await simulator.control('PUT', '/apps/tiktok', { callback_url: receiver.url, verify_token: 'x' });
      const one = await asAccount(simulator);
      const { publish_id } = (await one.initPhotos()).body.data;
      await one.oauth('revoke', { token: one.token });
      const all = await until(
        async () => receiver.received,
        (received) => received.length >= 3,
      );
      const events = all.map(({ raw }) => JSON.parse(raw));
      expect(events.map(({ event }) => event).sort()).toEqual([
        'authorization.removed',
        'post.publish.complete',
        'post.publish.publicly_available',
      ]);
      const complete = events.find(({ event }) => event === 'post.publish.complete');
      expect(complete).toMatchObject({ client_key: one.account.app.client_id, user_openid: one.id });
      expect(JSON.parse(complete.content)).toEqual({ publish_id, publish_type: 'DIRECT_PUBLISH' });
      for (const { raw, headers } of all) {
        const [, t, s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(headers['tiktok-signature'])) ?? [];
        expect(s).toBe(createHmac('sha256', one.account.app.client_secret).update(`${t}.${raw}`).digest('hex'));
      }
    } finally {
      receiver.close();
    }
  });
});
