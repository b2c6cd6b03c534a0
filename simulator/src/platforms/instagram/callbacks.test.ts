import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CallbackReceiver } from '../meta/test-callbacks.ts';
import { signatureOf, TestInstagram, TestSimulator, until } from './testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;
let receiver: CallbackReceiver;
let post: string;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator, 'acme');
  receiver = await new CallbackReceiver().start();
  await instagram.subscribe(receiver.url);
  post = await instagram.publish();
});
afterEach(() => void receiver.received.splice(0));
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function events(count: number): Promise<any[]> {
  const all = await until(
    async () => receiver.received,
    (received) => received.length >= count,
  );
  return all.map(({ raw }) => JSON.parse(raw));
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));

describe('the handshake', () => {
  test('must echo the challenge for the right token', async () => {
    const put = (callback_url: string, verify_token: string) =>
      simulator.control('PUT', '/apps/instagram', { callback_url, verify_token });
    await expect(put(receiver.url, 'wrong')).rejects.toThrow('400');
    await expect(put('http://127.0.0.1:9/none', 'check')).rejects.toThrow('400');
    expect(await put(receiver.url, 'check')).toEqual({ verified: true });
  });
});

describe('subscribed_apps', () => {
  test('is set, read and taken away', async () => {
    const other = await TestInstagram.make(simulator);
    expect((await other.get('me/subscribed_apps')).body).toEqual({ data: [] });
    expect((await other.post('me/subscribed_apps?subscribed_fields=comments,messages')).body).toEqual({
      success: true,
    });
    expect((await other.get(`${other.id}/subscribed_apps`)).body.data).toEqual([
      { name: expect.any(String), id: other.account.app.client_id, subscribed_fields: ['comments', 'messages'] },
    ]);
    const wrong = await other.post('me/subscribed_apps', { subscribed_fields: 'comments,feed' });
    expect(wrong.body.error.message).toMatch(/^\(#100\) Param subscribed_fields\[1\] must be one of \{/);
    expect((await other.post('me/subscribed_apps')).body.error.code).toBe(100);
    expect((await other.delete('me/subscribed_apps')).body).toEqual({ success: true });
    expect((await other.get('me/subscribed_apps')).body).toEqual({ data: [] });
  });

  test('nothing is sent for accounts and fields that are not subscribed', async () => {
    const other = await TestInstagram.make(simulator);
    await other.publish();
    await other.comment('Silent');
    await other.post('me/subscribed_apps', { subscribed_fields: 'messages' });
    await other.comment('Still silent');
    await quiet();
    expect(receiver.received).toEqual([]);
  });
});

describe('comments', () => {
  test('are signed over bytes that hold no character beyond ASCII', async () => {
    const { platform_id } = await instagram.comment('Schön 🎉 </b>', { username: 'jane' });
    const [event] = await events(1);
    const { raw, headers } = receiver.received[0] ?? { raw: '', headers: {} };
    expect(raw).toContain('Sch\\u00f6n \\ud83c\\udf89 <\\/b>');
    expect(headers['x-hub-signature-256']).toBe(signatureOf(raw, instagram.account.app.client_secret));
    expect(headers['content-type']).toBe('application/json');
    const from = (await instagram.get(platform_id, { fields: 'from' })).body.from;
    expect(event).toEqual({
      object: 'instagram',
      entry: [
        {
          id: instagram.id,
          time: expect.any(Number),
          changes: [
            {
              field: 'comments',
              value: {
                id: platform_id,
                from: { ...from, self_ig_scoped_id: from.id },
                text: 'Schön 🎉 </b>',
                media: { id: post, media_product_type: 'FEED' },
              },
            },
          ],
        },
      ],
    });
    expect(String(event.entry[0].time)).toHaveLength(10);
  });

  test('replies name their parent, own comments come back', async () => {
    const { platform_id } = await instagram.comment('Hi');
    const own = await instagram.post(`${platform_id}/replies`, { message: 'Hello' });
    const [, event] = await events(2);
    expect(event.entry[0].changes[0].value).toEqual({
      id: own.body.id,
      from: { id: instagram.id, username: 'acme' },
      text: 'Hello',
      media: { id: post, media_product_type: 'FEED' },
      parent_id: platform_id,
    });
  });

  test('a mention comes under mentions and under comments', async () => {
    const { platform_id } = await simulator.visitor({
      platform: 'instagram',
      account: instagram.id,
      action: 'mention',
      text: 'see',
    });
    const all = await events(2);
    const changes = all.map((event) => event.entry[0].changes[0]);
    expect(changes.find(({ field }) => field === 'mentions').value).toEqual({
      media_id: expect.stringMatching(/^179/),
      comment_id: platform_id,
    });
    expect(changes.find(({ field }) => field === 'comments').value).toMatchObject({
      id: platform_id,
      text: '@acme see',
    });
  });
});

describe('messages', () => {
  test('carry milliseconds; own ones come back as echo', async () => {
    const { platform_id } = await simulator.visitor({
      platform: 'instagram',
      account: instagram.id,
      action: 'message',
      text: 'hello',
    });
    const [event] = await events(1);
    const [messaging] = event.entry[0].messaging;
    expect(messaging).toEqual({
      sender: { id: expect.stringMatching(/^8/) },
      recipient: { id: instagram.id },
      timestamp: expect.any(Number),
      message: { mid: platform_id, text: 'hello' },
    });
    expect(String(event.entry[0].time)).toHaveLength(13);

    const sent = await instagram.postJson('me/messages', {
      recipient: { id: messaging.sender.id },
      message: { text: 'hi' },
    });
    const echo = (await events(2))[1].entry[0].messaging[0];
    expect(echo).toMatchObject({
      sender: { id: instagram.id },
      recipient: messaging.sender,
      message: { mid: sent.body.message_id, text: 'hi', is_echo: true },
    });
  });
});

describe('delivery', () => {
  test('a rejected one is tried again at once, then later', async () => {
    receiver.answers.push(500, 503);
    await instagram.comment('Again');
    await events(2);
    await quiet();
    expect(receiver.received).toHaveLength(2);
    await simulator.advance(5);
    await events(3);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    await simulator.advance(3600);
    await quiet();
    expect(receiver.received).toHaveLength(3);
  });

  test('is given up after 36 hours', { timeout: 30_000 }, async () => {
    receiver.answers.push(...new Array<number>(20).fill(500));
    await instagram.comment('Lost');
    await until(
      async () => {
        await simulator.advance(28_800);
        await quiet();
        return (await simulator.callbacks())[0];
      },
      (report) => report?.state === 'given_up',
      20,
    );
    expect(receiver.received).toHaveLength(15);
    receiver.answers.splice(0);
  });

  test('faults: twice, and in the wrong order', async () => {
    await simulator.fault({ platform: 'instagram', kind: 'duplicate_callbacks' });
    await instagram.comment('Twice');
    const twice = await events(2);
    expect(twice[0]).toEqual(twice[1]);
    receiver.received.splice(0);

    await simulator.fault({ platform: 'instagram', kind: 'reordered_callbacks' });
    await instagram.comment('one');
    await instagram.comment('two');
    const texts = (await events(2)).map((event) => event.entry[0].changes[0].value.text);
    expect(texts).toEqual(['two', 'one']);
  });
});

test('removing the app ends its tokens, and a signed request tells the app', async () => {
  const other = await TestInstagram.make(simulator);
  await simulator.control('POST', '/removals', { platform: 'instagram', account: other.id });
  expect((await other.get('me')).body.error.code).toBe(190);
  const [told] = await until(
    async () => receiver.received,
    (received) => received.length >= 1,
  );
  expect(told?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  const [signature, payload = ''] = (new URLSearchParams(told?.raw).get('signed_request') ?? '').split('.');
  const { client_secret } = other.account.app;
  expect(signature).toBe(createHmac('sha256', client_secret).update(payload).digest('base64url'));
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    algorithm: 'HMAC-SHA256',
    issued_at: expect.any(Number),
    user_id: expect.stringMatching(/^\d+$/),
  });
  await expect(simulator.control('POST', '/removals', { platform: 'mastodon', account: 'x' })).rejects.toThrow('40');
});
