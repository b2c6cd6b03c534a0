import { expect, test } from 'vitest';
import { commentsOf } from '../../core/inbound/callbacks.ts';
import { polling } from './polling.ts';
import { ok, telegramSession } from './session.fake.ts';

const origin = (message_id: number, id = -1001234567890) => ({
  is_automatic_forward: true,
  forward_origin: { type: 'channel', chat: { id }, message_id, date: 1 },
});
const group = { id: -1009876543210, type: 'supergroup' };
const jane = { id: 555, first_name: 'Jane', last_name: 'Doe', username: 'jane' };
const update = (update_id: number, message: object) => ({
  update_id,
  message: {
    message_id: update_id,
    chat: group,
    date: 1_763_632_800,
    from: jane,
    text: `text ${update_id}`,
    ...message,
  },
});

function poller(updates: object[]) {
  const fake = telegramSession(() => ok(updates));
  return { ...fake, poll: (cursor?: string, posts = ['42', '50,51']) => polling.poll(fake.session, cursor, posts) };
}
type Items = Awaited<ReturnType<typeof polling.poll>>['items'];
const places = (items: Items) =>
  commentsOf(items).map((comment) => [comment.platformId, comment.platformPostId, comment.parentId]);

test('replies to a post and to replies are comments, also when the post came with an earlier poll', async () => {
  const passedOn = { message_id: 70, ...origin(42) };
  const first = await poller([update(70, origin(42))]).poll();
  expect(first.items).toEqual([]);
  const { poll, requests } = poller([
    update(71, { message_thread_id: 70, reply_to_message: passedOn }),
    update(72, { message_thread_id: 70, reply_to_message: { message_id: 71 } }),
    update(73, { message_thread_id: 70 }),
    update(74, { text: 'small talk' }),
    update(75, { reply_to_message: { message_id: 60, ...origin(51) } }),
    update(76, { message_thread_id: 60, reply_to_message: { message_id: 75 } }),
    update(77, { reply_to_message: { message_id: 61, ...origin(42, -1009) } }),
  ]);
  const second = await poll(first.cursor);
  expect(requests[0]?.body).toMatchObject({
    json: { offset: 71, limit: 100, allowed_updates: ['message', 'edited_message', 'message_reaction'] },
  });
  expect(places(second.items)).toEqual([
    ['71', '42', undefined],
    ['72', '42', '71'],
    ['73', '42', undefined],
    ['75', '50,51', undefined],
    ['76', '50,51', '75'],
  ]);
  expect(commentsOf(second.items)[0]).toMatchObject({
    author: { id: '555', name: 'Jane Doe', username: 'jane' },
    text: 'text 71',
    createdAt: new Date(1_763_632_800_000),
    isOwner: false,
  });
  expect(JSON.parse(second.cursor ?? '')).toEqual({
    next: 78,
    threads: [
      [70, 42],
      [60, 51],
    ],
  });
});

test('the channel and its bot are the owner', async () => {
  const replyTo = { message_thread_id: 70, reply_to_message: { message_id: 70, ...origin(42) } };
  const { poll } = poller([
    update(71, { ...replyTo, sender_chat: { id: -1001234567890, title: 'Acme' } }),
    update(72, { ...replyTo, from: { id: 123456, is_bot: true, first_name: 'Bot' } }),
    update(73, { ...replyTo, sender_chat: { id: -1009876543210, title: 'Group' }, from: { id: 123456 } }),
  ]);
  const { items } = await poll();
  expect(commentsOf(items).map((comment) => [comment.isOwner, comment.author.name])).toEqual([
    [true, 'Acme'],
    [true, 'Bot'],
    [false, 'Group'],
  ]);
});

test('an unreadable update is skipped, so that it does not come again', async () => {
  const { poll } = poller([{ update_id: 5 }, { update_id: 7, message: { date: 'x' } }, { update_id: 6, message: 1 }]);
  expect(await poll()).toEqual({ items: [], cursor: '{"next":8,"threads":[]}' });
  expect(await poller([]).poll()).toEqual({ items: [] });
});

test('an invalid cursor starts over, and only the newest threads are kept', async () => {
  const { poll, requests } = poller(Array.from({ length: 250 }, (_, index) => update(index + 1, origin(index + 1))));
  const { cursor } = await poll('null');
  expect(requests[0]?.body).not.toHaveProperty('json.offset');
  const { threads } = JSON.parse(cursor ?? '');
  expect([threads.length, threads[0], threads.at(-1)]).toEqual([200, [51, 51], [250, 250]]);
});

test('a private message to the bot is a message, with its attachment but without an address', async () => {
  const chat = { id: 555, type: 'private' };
  const { poll } = poller([
    update(8, { chat }),
    update(9, { chat, text: undefined, caption: 'look', photo: [{ file_id: 'x' }] }),
  ]);
  const { items } = await poll();
  const common = {
    conversationId: '555',
    participant: { id: '555', name: 'Jane Doe', username: 'jane' },
    isOwn: false,
  };
  expect(items).toMatchObject([
    { kind: 'message', message: { ...common, platformId: '555/8', text: 'text 8', attachments: [] } },
    { kind: 'message', message: { ...common, platformId: '555/9', text: 'look', attachments: [{ type: 'image' }] } },
  ]);
});
