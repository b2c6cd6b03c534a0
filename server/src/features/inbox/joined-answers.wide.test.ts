import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService } from '../../../test/harness.ts';
import { accountOf, fault, heldCall, ledgerOf, usageOf, visitor } from '../../../test/steps.ts';
import type { Platform } from '../../core/platforms.ts';
import { ANSWERS, type Answer, answersIn, type Name, rejectionOf } from './answers.fixture.ts';

const NAMES = (Object.keys(ANSWERS) as Name[]).filter((name) => name !== 'retry_message');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** A customer with one account. Each test has its own. */
async function customerOn(platform: Platform) {
  const ws = await service.workspace({ platforms: [platform] });
  const { platformId } = accountOf(ws, platform);
  const ledger = async () => (await ws.control('GET', `ledger?platform=${platform}&account=${platformId}`)).entries;
  return {
    ws,
    prepare: answersIn(service, ws),
    send: ({ path, body }: Answer, more = {}, headers = {}) => ws.api.post(path, { ...body, ...more }, { headers }),
    /** The responses, with the count of items on the platform and their cost. */
    async effectsOf<T>(calls: () => Promise<T>): Promise<{ result: T; sent: number; cost: number }> {
      const before = { sent: (await ledger()).length, cost: (await usageOf(ws.api)).interactions };
      const result = await calls();
      const sent = (await ledger()).length - before.sent;
      return { result, sent, cost: (await usageOf(ws.api)).interactions - before.cost };
    },
  };
}

/** Status and content of a response, without the id of the request. */
const contentOf = ({ status, body: { request_id: _, ...body } }: ApiResponse) => ({ status, body });

test.concurrent.each(NAMES)('%s: a repeated request is sent and charged once, unless it is meant', async (name) => {
  const { platform, operation } = ANSWERS[name];
  const { ws, prepare, send, effectsOf } = await customerOn(platform);

  const slow = await prepare[name]('Slow');
  const whileSlow = await effectsOf(async () => {
    await fault(ws, platform, { kind: 'hold', when: 'after', operation });
    const first = send(slow);
    await heldCall(ws);
    const repeated = [send(slow), send(slow)];
    const dry = await ws.api.post(`${slow.path}?dry_run=true`, slow.body);
    const joined = { dry_run: true, joins: true, cost: { interactions: 0 } };
    expect(dry, dry.text).toMatchObject({ status: 200, body: joined });
    await ws.control('POST', 'held/release-all');
    const responses = await Promise.all([first, ...repeated]);
    return [...responses, await send(slow)].map(contentOf);
  });
  expect(whileSlow.result[0]).toMatchObject({ status: 200 });
  expect(whileSlow).toEqual({ result: whileSlow.result.map(() => whileSlow.result[0]), sent: 1, cost: 1 });

  for (const kind of ['accept_drop', 'server_error']) {
    const right = await prepare[name](`At once, then ${kind}`);
    const atOnce = await effectsOf(async () => {
      await fault(ws, platform, { kind, status: 503, operation });
      const responses = await Promise.all([send(right), send(right), send(right)]);
      return [...responses, await send(right)].map(contentOf);
    });
    // Some outcomes stay unknown; then every response says so.
    expect(atOnce.result[0]?.status, JSON.stringify(atOnce.result[0])).toBeOneOf([200, 502]);
    expect(atOnce).toMatchObject({ result: atOnce.result.map(() => atOnce.result[0]), cost: 1 });
    // The action itself writes the reply to a review again: it replaces the one that is there.
    if (name !== 'reply_to_review') expect(atOnce.sent).toBeLessThanOrEqual(1);
  }

  const right = await prepare[name]('Again');
  const afterFailure = await effectsOf(async () => {
    await fault(ws, platform, { ...rejectionOf(platform), operation });
    return [(await send(right)).status >= 400, (await send(right)).status];
  });
  expect(afterFailure).toEqual({ result: [true, 200], sent: 1, cost: 2 });

  const meant = await effectsOf(async () => {
    const responses = [
      await send(right, name === 'send_template' ? { to: '16505550199' } : { text: 'Another' }),
      await send(right, { skip_duplicate_check: true }),
      await send(right, {}, { 'idempotency-key': 'meant' }),
    ];
    await ws.api.post('/v1/test/clock', { advance: 'PT3M' });
    return [...responses, await send(right)].map(({ status }) => status);
  });
  // A comment gets one private reply.
  const [status, count] = name === 'reply_privately' ? [400, 0] : [200, 4];
  expect(meant).toEqual({ result: Array(4).fill(status), sent: count, cost: count });
});

test('reply: to another comment it is another one, and after its removal it is sent again', async () => {
  const { ws, prepare, send, effectsOf } = await customerOn('mastodon');
  const [one, two] = [await prepare.reply('The same'), await prepare.reply('The same')];
  expect(await effectsOf(() => Promise.all([send(one), send(two)]))).toMatchObject({ sent: 2, cost: 2 });
  const { body: first } = await send(one);
  expect(await ws.api.delete(`${one.path}/${first.comment_id}`)).toMatchObject({ status: 200 });
  const { status, body } = await send(one);
  expect(status).toBe(200);
  expect(body.comment_id).not.toBe(first.comment_id);
});

test('reply_to_review: a text that was replaced or removed meanwhile is sent again', async () => {
  const { ws, prepare, send } = await customerOn('google');
  const right = await prepare.reply_to_review('First');
  for (const text of ['First', 'Second', 'First', 'First']) await send(right, { text });
  expect((await ledgerOf(ws, 'google', 'reply')).map(({ text }) => text)).toEqual(['First', 'Second', 'First']);
  await ws.api.delete(right.path);
  await send(right);
  expect((await ledgerOf(ws, 'google', 'reply')).map(({ text }) => text).slice(3)).toEqual(['First']);
});

test('send_message: the same text also answers what the person wrote since', async () => {
  const { prepare, send, effectsOf } = await customerOn('instagram');
  const right = await prepare.send_message('Yes');
  const { sent } = await effectsOf(async () => {
    await send(right);
    await prepare.send_message('Yes');
    await send(right);
  });
  expect(sent).toBe(2);
});

test('retry_message: a repeated retry of a doubtful message sends it once more', async () => {
  const { ws, send, effectsOf } = await customerOn('telegram');
  await visitor(ws, 'telegram', 'message', { text: 'Hello' });
  const conversations = '/v1/inbox/conversations';
  await expect.poll(async () => (await ws.api.get(conversations)).body.count).toBe(1);
  const { id } = (await ws.api.get(conversations)).body.data[0];
  const right = { path: `${conversations}/${id}/messages`, body: { text: 'Perhaps' } };
  const doubtful = () => fault(ws, 'telegram', { kind: 'accept_drop', operation: 'send_message' });
  await doubtful();
  const first = await send(right);
  expect(first).toMatchObject({ status: 502 });
  const retry = { path: `${right.path}/${first.body.meta.id}/retry`, body: { confirm: true } };
  await doubtful();
  const retried = await effectsOf(async () => [
    ...(await Promise.all([send(retry), send(retry)])).map(({ status }) => status),
    (await send(retry)).status,
  ]);
  expect(retried).toEqual({ result: [502, 502, 502], sent: 1, cost: 1 });
  const message = { success: true, message_id: first.body.meta.id, message_ids: [first.body.meta.id] };
  expect(await send(retry, { skip_duplicate_check: true })).toMatchObject({ status: 200, body: message });
  // The first request is answered with the outcome that its message has now.
  expect(await send(right)).toMatchObject({ status: 200, body: message });
});

test('create_board: a repeated request makes one board', async () => {
  const { ws, send, effectsOf } = await customerOn('pinterest');
  const right = { path: `/v1/accounts/${accountOf(ws, 'pinterest').id}/boards`, body: { name: 'Cakes' } };
  const { result, sent } = await effectsOf(async () => [
    ...(await Promise.all([send(right), send(right)])).map(contentOf),
    contentOf(await send(right)),
  ]);
  expect(result[0]).toMatchObject({ status: 201 });
  expect(result).toEqual(result.map(() => result[0]));
  expect(sent).toBe(1);
});
