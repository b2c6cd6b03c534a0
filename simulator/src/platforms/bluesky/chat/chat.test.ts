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

test('a message is a request first and accepted by an answer', async () => {
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
  const { cursor, logs } = await get('getLog');
  expect(logs).toEqual([]);
  const sent = await act('sendMessage', { convoId, message: { text: 'hello' } });
  expect(sent.body).toMatchObject({ text: 'hello', sender: { did: me.did } });
  expect((await get('getLog', { cursor })).logs).toMatchObject([
    { $type: 'chat.bsky.convo.defs#logCreateMessage', convoId, message: { text: 'hello' } },
  ]);
  expect((await get('getConvo', { convoId })).convo.status).toBe('accepted');
  expect((await get('getMessages', { convoId })).messages).toMatchObject([{ text: 'hello' }, { id, text: 'hi' }]);
});

test('a post may be embedded', async () => {
  await me.act('message', 'show me', { username: 'omar' });
  const [convo] = (await get('listConvos')).convos;
  const post = await me.post('Look');
  const message = { text: 'this', embed: { $type: 'app.bsky.embed.record', record: post } };
  expect((await act('sendMessage', { convoId: convo.id, message })).body.embed.record).toMatchObject({
    uri: post.uri,
    value: { text: 'Look' },
  });
});

test('rejections', async () => {
  expect((await act('sendMessage', { convoId: 'none', message: { text: 'x' } })).body).toMatchObject({
    error: 'InvalidConvo',
  });
  const [convo] = (await get('listConvos')).convos;
  const send = (text: string) => act('sendMessage', { convoId: convo.id, message: { text } });
  expect(await send('x'.repeat(1001))).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
  const subject = convo.members.find(({ did }: { did: string }) => did !== me.did).did;
  const block = { $type: 'app.bsky.graph.block', subject, createdAt: '2026-11-20T10:00:00Z' };
  await me.create('app.bsky.graph.block', block);
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
