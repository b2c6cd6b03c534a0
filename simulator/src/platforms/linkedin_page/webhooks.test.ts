import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../core/testing.ts';
import { type AsAccount, asAccount, encoded, PlatformSimulator } from '../linkedin/testing.ts';
import { linkedinPage } from './index.ts';

const simulator = new PlatformSimulator(linkedinPage);
const received: { signature: string; raw: string }[] = [];
const answers: number[] = [];
let isHonest = true;
let page: AsAccount;
let webhook: string;

/** The customer's side: answers the challenge and keeps what comes. */
const receiver = createServer((request, response) => {
  const code = new URL(request.url ?? '/', 'http://x').searchParams.get('challengeCode');
  if (code !== null) {
    const secret = isHonest ? page.account.app.client_secret : 'wrong';
    const challengeResponse = createHmac('sha256', secret).update(code).digest('hex');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ challengeCode: code, challengeResponse }));
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ signature: String(request.headers['x-li-signature']), raw: Buffer.concat(parts).toString('utf8') });
    response.statusCode = answers.shift() ?? 200;
    response.end();
  });
});

beforeAll(async () => {
  await simulator.start();
  page = await asAccount(simulator, 'linkedin_page', 'acme');
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/linkedin`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await simulator.close();
});

async function keyOf(): Promise<string> {
  const member = (await page.get('me')).body.id;
  const application = encoded(`urn:li:developerApplication:${page.account.app.client_id}`);
  const user = encoded(`urn:li:person:${member}`);
  return `(developerApplication:${application},user:${user},entity:${encoded(page.urn)},eventType:ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS)`;
}

test('a webhook is taken when it signs the challenge', async () => {
  const path = `api/rest/eventSubscriptions/${await keyOf()}`;
  isHonest = false;
  expect((await page.call('PUT', path, { webhook })).status).toBe(400);
  const app = { callback_url: webhook, verify_token: 'unused' };
  await expect(simulator.control('PUT', '/apps/linkedin_page', app)).rejects.toThrow('400');
  isHonest = true;
  await simulator.control('PUT', '/apps/linkedin_page', app);
  expect((await page.call('PUT', path, { webhook })).status).toBe(200);
  expect((await page.call('GET', path)).body).toMatchObject({ entity: page.urn, webhook });
  expect((await page.get('eventSubscriptions?q=subscriberAndEventType')).body.elements).toHaveLength(1);
});

test('events are pushed with a signature, again after five minutes, and listed', async () => {
  const post = await page.post('Hello');
  answers.push(500);
  const { platform_id } = await page.act('comment', 'Nice', { post_id: post });
  await until(
    async () => received.length,
    (count) => count === 1,
  );
  await simulator.advance(301);
  await until(
    async () => received.length,
    (count) => count === 2,
  );
  expect(received[1]).toEqual(received[0]);
  const { signature, raw } = received[0] ?? { signature: '', raw: '{}' };
  const expected = createHmac('sha256', page.account.app.client_secret).update(`hmacsha256=${raw}`).digest('hex');
  expect(signature).toBe(expected);
  const { type, notifications } = JSON.parse(raw);
  expect(type).toBe('ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS');
  expect(notifications).toMatchObject([
    {
      organizationalEntity: page.urn,
      action: 'COMMENT',
      generatedActivity: platform_id,
      decoratedSourcePost: { owner: page.urn, text: 'Hello', mediaCategory: 'NONE' },
      decoratedGeneratedActivity: { comment: { entity: platform_id, text: 'Nice' } },
    },
  ]);

  await page.act('mention', 'I like Acme', {});
  await until(
    async () => received.length,
    (count) => count === 3,
  );
  const range = `timeRange=(start:0,end:${Date.now() + 3_600_000})`;
  const list = (actions: string) =>
    page.get(
      `organizationalEntityNotifications?q=criteria&actions=List(${actions})&organizationalEntity=${encoded(page.urn)}&${range}`,
    );
  const { notificationId } = notifications[0];
  expect((await list('COMMENT,ADMIN_COMMENT')).body.elements).toMatchObject([{ notificationId, action: 'COMMENT' }]);
  const [mention] = (await list('SHARE_MENTION')).body.elements;
  expect((await page.get(`posts/${encoded(mention.generatedActivity)}`)).body.commentary).toContain(`](${page.urn})`);
  expect((await simulator.calls('platform=linkedin_page&operation=mentions')).length).toBe(1);
});

test('nothing is pushed after the subscription has ended', async () => {
  expect((await page.delete(`eventSubscriptions/${await keyOf()}`)).status).toBe(204);
  const before = received.length;
  await page.act('comment', 'Unheard', {});
  expect(await simulator.callbacks()).toHaveLength(before);
});
