import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../core/testing.ts';
import { type AsBot, asBot, type Json, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let bot: AsBot;
let group: number;

beforeAll(async () => {
  await simulator.start();
  bot = await asBot(simulator);
  group = (await bot.do('getChat', { chat_id: bot.channel })).linked_chat_id;
});
afterAll(() => simulator.close());

/** Everything that waits, confirmed at once. */
async function updates(of = bot): Promise<Json[]> {
  const rows = await of.do('getUpdates', { limit: 100 });
  if (rows.length > 0) await of.do('getUpdates', { offset: rows.at(-1).update_id + 1 });
  return rows;
}

test('a comment comes from the discussion group, in the thread of the forwarded post, and is answered and deleted', async () => {
  await updates();
  const post = await bot.post('Talk to us');
  const { platform_id } = await bot.act('comment', 'Nice', { post_id: String(post.message_id) });
  const [forward, comment] = (await updates()).map(({ message }) => message);
  expect(forward).toMatchObject({
    is_automatic_forward: true,
    chat: { id: group, type: 'supergroup' },
    sender_chat: { id: Number(bot.channel) },
    forward_origin: { type: 'channel', message_id: post.message_id, chat: { id: Number(bot.channel) } },
    text: 'Talk to us',
  });
  expect(comment).toMatchObject({
    message_id: Number(platform_id),
    message_thread_id: forward.message_id,
    from: { is_bot: false, username: 'jane' },
    reply_to_message: { message_id: forward.message_id, is_automatic_forward: true },
    text: 'Nice',
  });
  const response = await bot.do('sendMessage', {
    chat_id: group,
    text: 'Thanks',
    reply_parameters: { message_id: comment.message_id },
  });
  expect(response).toMatchObject({ message_thread_id: forward.message_id, from: { is_bot: true } });
  expect((await bot.ledger()).at(-1)).toMatchObject({ kind: 'reply', operation: 'reply', in_reply_to: platform_id });
  await bot.act('comment', 'Nested', { parent_id: String(response.message_id), username: 'omar' });
  const [nested] = await updates();
  expect(nested.message).toMatchObject({
    message_thread_id: forward.message_id,
    reply_to_message: { message_id: response.message_id },
  });
  expect(await bot.do('deleteMessage', { chat_id: group, message_id: comment.message_id })).toBe(true);
  expect((await bot.ledger('delete')).at(-1)).toMatchObject({ operation: 'delete_comment', platform_id });
});

test('a private message opens the chat; before that the bot may not write', async () => {
  const { person_id } = (await bot.act('message', 'hello', { username: 'mei' })) as unknown as { person_id: string };
  const [update] = await updates();
  expect(update.message).toMatchObject({
    message_id: 1,
    from: { id: Number(person_id), username: 'mei', language_code: 'en' },
    chat: { id: Number(person_id), type: 'private', first_name: 'Mei' },
    text: 'hello',
  });
  expect(await bot.do('sendMessage', { chat_id: person_id, text: 'hi' })).toMatchObject({
    message_id: 2,
    from: { is_bot: true },
  });
  expect((await bot.ledger('message')).at(-1)).toMatchObject({ operation: 'send_message', text: 'hi' });
  const other = await asBot(simulator);
  expect(await other.call('sendMessage', { chat_id: person_id, text: 'hi' })).toMatchObject({
    status: 403,
    body: { description: "Forbidden: bot can't initiate conversation with a user" },
  });
});

test('mentions come as messages of the group; reactions only when they are asked for', async () => {
  await bot.act('mention', 'look');
  const post = await bot.post('Likeable');
  await bot.act('like', '', { post_id: String(post.message_id) });
  const kinds = (await updates()).map((update) => Object.keys(update)[1]);
  expect(kinds).toEqual(['message', 'message']);
  await bot.do('getUpdates', { allowed_updates: ['message', 'message_reaction_count'] });
  await bot.act('like', '', { post_id: String(post.message_id), username: 'tom' });
  expect(await updates()).toMatchObject([
    { message_reaction_count: { message_id: post.message_id, reactions: [{ total_count: 2 }] } },
  ]);
});

test('getUpdates: offset confirms, waiting ends with news, a second poller ends the first', async () => {
  await updates();
  for (const text of ['1', '2', '3']) await bot.act('message', text);
  const first = await bot.do('getUpdates', { limit: 2 });
  expect(first.map(({ message }: Json) => message.text)).toEqual(['1', '2']);
  expect(await bot.do('getUpdates', { limit: 1 })).toMatchObject([{ update_id: first[0].update_id }]);
  const rest = await bot.do('getUpdates', { offset: first[1].update_id + 1 });
  expect(rest.map(({ message }: Json) => message.text)).toEqual(['3']);
  const offset = rest[0].update_id + 1;
  const waiting = bot.do('getUpdates', { offset, timeout: 10 });
  await bot.act('message', '4');
  expect((await waiting)[0].message.text).toBe('4');
  await updates();
  const ended = bot.call('getUpdates', { timeout: 10 });
  await until(
    () => simulator.calls(`account=${bot.channel}&operation=messages`),
    (calls) => calls.at(-1)?.status === null,
  );
  expect(await bot.do('getUpdates', {})).toEqual([]);
  expect(await ended).toMatchObject({
    status: 409,
    body: { description: expect.stringContaining('terminated by other getUpdates') },
  });
});

test('updates wait a day, a delayed one holds back what follows, a restart loses none', async () => {
  const other = await asBot(simulator);
  const post = await other.post('Patience');
  await updates(other);
  await simulator.fault({
    platform: 'telegram',
    account: other.channel,
    kind: 'delayed_visibility',
    operation: 'list_comments',
    seconds: 60,
  });
  await other.act('comment', 'Late', { post_id: String(post.message_id) });
  await other.act('message', 'after');
  expect(await updates(other)).toEqual([]);
  await simulator.restart();
  await simulator.advance(61);
  expect((await other.do('getUpdates')).map(({ message }: Json) => message.text)).toEqual(['Late', 'after']);
  await simulator.advance(24 * 3600);
  expect(await other.do('getUpdates')).toEqual([]);
});
