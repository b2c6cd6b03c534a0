import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../core/testing.ts';
import { AsAccount, asAccount, type Json, TestSimulator } from '../testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
let app: AsAccount;
let receiver: Server;
let url: string;
let answersWell = true;
const received: { signature: string | undefined; raw: string }[] = [];

const sign = (text: string) =>
  `sha256=${createHmac('sha256', acme.account.app.client_secret).update(text).digest('base64')}`;

beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
  app = new AsAccount(simulator, acme.account);
  const { client_id, client_secret } = acme.account.app;
  const answer = await fetch(`${simulator.url}/twitter/api/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  app.token = ((await answer.json()) as Json).access_token;
  receiver = createServer(async (request, response) => {
    const challenge = new URL(request.url ?? '/', 'http://x').searchParams.get('crc_token');
    if (challenge !== null)
      return response.end(JSON.stringify({ response_token: answersWell ? sign(challenge) : 'sha256=wrong' }));
    let raw = '';
    for await (const part of request) raw += part;
    received.push({ signature: request.headers['x-twitter-webhooks-signature']?.toString(), raw });
    return response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/x`;
});
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await simulator.close();
});

const subscriptions = (id: string) => `/2/account_activity/webhooks/${id}/subscriptions`;

test('an address is registered only after the challenge, by the app alone', async () => {
  answersWell = false;
  expect((await app.post('/2/webhooks', { url })).body.errors[0].message).toBe('CrcValidationFailed');
  answersWell = true;
  expect((await acme.post('/2/webhooks', { url })).body.title).toBe('Unsupported Authentication');
  for (const wrong of ['http://app.example/x', 'https://app.example:8443/x', 'nothing'])
    expect((await app.post('/2/webhooks', { url: wrong })).body.errors[0].message).toBe('UrlValidationFailed');
  const made = await app.post('/2/webhooks', { url });
  expect(made.body.data).toMatchObject({ url, valid: true });
  expect((await app.post('/2/webhooks', { url })).body.errors[0].message).toBe('DuplicateUrlFailed');
  expect((await app.get('/2/webhooks')).body).toMatchObject({ data: [{ url }], meta: { result_count: 1 } });
  answersWell = false;
  expect((await app.call('PUT', `/2/webhooks/${made.body.data.id}`)).status).toBe(400);
  answersWell = true;
  expect((await app.call('PUT', `/2/webhooks/${made.body.data.id}`)).body).toEqual({ data: { valid: true } });
});

test('a subscribed account is told, signed, of posts and messages', async () => {
  const { id } = (await app.get('/2/webhooks')).body.data[0];
  expect((await acme.post(`${subscriptions(id)}/all`, {})).body).toEqual({ data: { subscribed: true } });
  expect((await acme.get(`${subscriptions(id)}/all`)).body).toEqual({ data: { subscribed: true } });
  const post = await acme.tweet('Hello');
  const wish = { platform: 'twitter', account: acme.id, username: 'jane' };
  const comment = await simulator.stranger({ ...wish, action: 'comment', text: 'Hi', post_id: post });
  await simulator.stranger({ ...wish, action: 'message', text: 'Psst' });
  await until(
    async () => received.length,
    (count) => count === 3,
  );
  for (const { signature, raw } of received) expect(signature).toBe(sign(raw));
  const [own, reply, message] = received.map(({ raw }) => JSON.parse(raw) as Json);
  expect(own.tweet_create_events[0]).toMatchObject({ id_str: post, text: 'Hello' });
  expect(reply).toMatchObject({
    for_user_id: acme.id,
    tweet_create_events: [
      {
        id_str: comment.platform_id,
        text: '@acme Hi',
        in_reply_to_status_id_str: post,
        in_reply_to_user_id_str: acme.id,
        user: { screen_name: 'jane' },
        created_at: expect.stringMatching(/^\w{3} \w{3} \d\d [\d:]{8} \+0000 \d{4}$/),
      },
    ],
  });
  const { sender_id, message_data } = message.direct_message_events[0].message_create;
  expect(message_data.text).toBe('Psst');
  expect(message.users[sender_id].screen_name).toBe('jane');
});

test('nothing comes after the subscription or the webhook has ended', async () => {
  const { id } = (await app.get('/2/webhooks')).body.data[0];
  expect((await app.call('DELETE', `${subscriptions(id)}/${acme.id}/all`)).body).toEqual({
    data: { subscribed: false },
  });
  await acme.tweet('Unheard');
  expect((await app.call('DELETE', `/2/webhooks/${id}`)).body).toEqual({ data: { deleted: true } });
  expect((await app.call('DELETE', `/2/webhooks/${id}`)).body.errors[0].message).toBe('WebhookIdInvalid');
  expect((await app.get('/2/webhooks')).body).toEqual({ meta: { result_count: 0 } });
  expect(received).toHaveLength(3);
});
