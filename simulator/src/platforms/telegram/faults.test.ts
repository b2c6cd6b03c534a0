import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsBot, asBot, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let bot: AsBot;

beforeAll(async () => {
  await simulator.start();
  bot = await asBot(simulator);
});
afterAll(() => simulator.close());

const fault = (kind: string, more: object = {}) =>
  simulator.fault({
    kind: kind as 'drop_before',
    platform: 'telegram',
    account: bot.channel,
    operation: 'publish',
    ...more,
  });
const send = (text: string) => bot.call('sendMessage', { chat_id: bot.channel, text });
const posted = async (text: string) => (await bot.ledger('post')).filter((entry) => entry.text === text).length;

test('a lost answer means that it was posted, and nothing recognises the same text', async () => {
  await fault('accept_drop');
  await expect(send('lost')).rejects.toThrow();
  expect(await posted('lost')).toBe(1);
  await send('lost');
  expect(await posted('lost')).toBe(2);
});

test('a dropped call and a rejected one have no effect', async () => {
  await fault('drop_before');
  await expect(send('dropped')).rejects.toThrow();
  await fault('server_error', { status: 502 });
  expect(await send('dropped')).toMatchObject({
    status: 502,
    body: { ok: false, error_code: 502, description: 'Bad Gateway' },
  });
  expect(await posted('dropped')).toBe(0);
});

test('a late error comes after the effect', async () => {
  await fault('error_after', { status: 500 });
  expect((await send('late')).body).toMatchObject({ ok: false, error_code: 500 });
  expect(await posted('late')).toBe(1);
});

test('a token that is rejected stays so until the fault is gone', async () => {
  const { id } = await simulator.fault({ kind: 'expired_token', platform: 'telegram', account: bot.channel, times: 0 });
  for (let time = 0; time < 2; time += 1)
    expect(await bot.call('getMe')).toMatchObject({ status: 401, body: { description: 'Unauthorized' } });
  await simulator.control('DELETE', `/faults/${id}`);
  expect((await bot.call('getMe')).status).toBe(200);
});

test.each([
  ['sendMediaGroup', { media: [null, 5] }],
  ['sendMediaGroup', { media: 'x' }],
  ['sendMessage', { text: 'x', entities: [{}] }],
  ['sendMessage', { text: 'x', reply_parameters: 5 }],
  ['sendPoll', { question: 'x', options: 5 }],
  ['deleteMessages', { message_ids: {} }],
])('%s rejects strange input %j', async (method, body) => {
  const seen = await bot.call(method, { chat_id: bot.channel, ...body });
  expect(seen).toMatchObject({ status: 400, body: { ok: false, description: expect.stringContaining('Bad Request') } });
});
