import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, chatProxy, TestSimulator } from '../testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator);
});
afterAll(() => simulator.close());

const get = async (name: string, query: Record<string, string> = {}) =>
  (await me.get(`chat.bsky.convo.${name}`, query, chatProxy)).body;
const act = (name: string, body: object) => me.do(`chat.bsky.convo.${name}`, body, chatProxy);

test('a message is a request first; it is read, accepted, answered, liked and deleted', async () => {
  const empty = await get('getLog');
  expect(empty).toEqual({ logs: [], cursor: expect.any(String) });
  const { platform_id: id } = await me.act('message', 'hi');
  expect((await get('getLog', { cursor: empty.cursor })).logs.at(-1)).toMatchObject({ message: { text: 'hi' } });
  const [convo] = (await get('listConvos', { status: 'request', readState: 'unread' })).convos;
  expect(convo).toMatchObject({
    status: 'request',
    unreadCount: 1,
    muted: false,
    lastMessage: { $type: 'chat.bsky.convo.defs#messageView', id, text: 'hi', sender: { did: expect.any(String) } },
  });
  const convoId = convo.id;
  expect((await act('updateRead', { convoId, messageId: id })).body.convo.unreadCount).toBe(0);
  expect((await act('acceptConvo', { convoId })).body.rev).toBeDefined();
  expect((await get('getConvo', { convoId })).convo.status).toBe('accepted');

  const { cursor, logs } = await get('getLog');
  expect(logs).toEqual([]);
  const sent = await act('sendMessage', { convoId, message: { text: 'hello' } });
  expect(sent.body).toMatchObject({ text: 'hello', sender: { did: me.did } });
  expect((await get('getLog', { cursor })).logs).toMatchObject([
    { $type: 'chat.bsky.convo.defs#logCreateMessage', convoId, message: { text: 'hello' } },
  ]);
  const reacted = await act('addReaction', { convoId, messageId: id, value: '👍' });
  expect(reacted.body.message.reactions).toMatchObject([{ value: '👍', sender: { did: me.did } }]);
  expect((await act('deleteMessageForSelf', { convoId, messageId: sent.body.id })).status).toBe(200);
  expect((await get('getMessages', { convoId })).messages).toMatchObject([
    { $type: 'chat.bsky.convo.defs#deletedMessageView' },
    { id, text: 'hi' },
  ]);
  expect((await simulator.ledger(`account=${me.did}`)).map(({ kind }) => kind)).toEqual([
    'message',
    'react',
    'delete_message',
  ]);
  await act('leaveConvo', { convoId });
  expect((await get('listConvos')).convos).toEqual([]);
});

test('an account opens a conversation itself, once; a post may be embedded', async () => {
  const other = await asAccount(simulator);
  const open = async () => (await get('getConvoForMembers', { members: other.did })).convo;
  const convo = await open();
  expect((await open()).id).toBe(convo.id);
  const post = await me.post('Look');
  const message = { text: 'this', embed: { $type: 'app.bsky.embed.record', record: post } };
  expect((await act('sendMessage', { convoId: convo.id, message })).body.embed.record).toMatchObject({
    uri: post.uri,
    value: { text: 'Look' },
  });
  const received = await other.get('chat.bsky.convo.listConvos', {}, chatProxy);
  expect(received.body.convos).toMatchObject([{ id: convo.id, status: 'request', unreadCount: 1 }]);
});

test('refusals', async () => {
  expect((await act('sendMessage', { convoId: 'none', message: { text: 'x' } })).body).toMatchObject({
    error: 'InvalidConvo',
  });
  const other = await asAccount(simulator);
  const { convo } = await get('getConvoForMembers', { members: other.did });
  const send = (text: string) => act('sendMessage', { convoId: convo.id, message: { text } });
  expect(await send('x'.repeat(1001))).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
  const block = { $type: 'app.bsky.graph.block', subject: me.did, createdAt: '2026-11-20T10:00:00Z' };
  await other.create('app.bsky.graph.block', block);
  expect((await send('hello')).body).toMatchObject({ error: 'BlockedActor' });
});

test('pages of messages, newest first', async () => {
  for (const text of ['1', '2', '3']) await me.act('message', text, { username: 'mei' });
  const { convos } = await get('listConvos', { status: 'request' });
  const convoId = convos[0].id;
  const first = await get('getMessages', { convoId, limit: '2' });
  const second = await get('getMessages', { convoId, limit: '2', cursor: first.cursor });
  const texts = [...first.messages, ...second.messages].map(({ text }: { text: string }) => text);
  expect(texts).toEqual(['3', '2', '1']);
});
