import { expect, test } from 'vitest';
import { chatSince } from './chat/chat-log.ts';
import { messages } from './chat/messages.ts';
import { moderation } from './moderation/moderation.ts';
import { blueskySession, ME, postUri } from './session.fake.ts';

const BOB = 'did:plc:bob';
const members = [{ did: ME }, { did: BOB, handle: 'bob.test' }];
const sentAt = '2026-03-01T11:00:00.000Z';
const chatMessage = (id: string, did = BOB) => ({ id, rev: id, text: `text ${id}`, sender: { did }, sentAt });
const line = (convoId: string, message: unknown, type = 'logCreateMessage') => ({
  $type: `chat.bsky.convo.defs#${type}`,
  rev: '9',
  convoId,
  message,
});
const json = (body: unknown) => ({ json: body });

test('the chat is read from its newest conversations first, then from its log', async () => {
  const { session, requests, methods } = blueskySession((name, { url }) => {
    if (name.endsWith('listConvos')) {
      return json({
        convos: [
          { id: 'c1', rev: '5', members, lastMessage: chatMessage('m1') },
          { id: 'c2', rev: '7', members, lastMessage: { ...chatMessage('old'), sentAt: '2026-01-01T00:00:00Z' } },
          { id: 'group', rev: '1', members: [...members, { did: 'did:plc:eve' }], lastMessage: chatMessage('m2') },
        ],
      });
    }
    if (name.endsWith('getMessages')) {
      const before = { ...chatMessage('m-1'), sentAt: '2026-01-01T00:00:00Z' };
      return json({ messages: [chatMessage('m1'), chatMessage('m0'), before], cursor: 'older' });
    }
    if (name.endsWith('getLog') && !url.includes('cursor=')) return json({ logs: [], cursor: '7' });
    if (name.endsWith('getConvo')) return json({ convo: { id: 'c1', rev: '8', members } });
    const deleted = { id: 'm4', rev: 'x', sender: { did: BOB }, sentAt };
    const logs = [
      line('c1', chatMessage('m3')),
      line('c1', deleted),
      line('c1', chatMessage('m5', ME)),
      line('c1', {}, 'logMuteConvo'),
    ];
    return json({ logs, cursor: '11' });
  });
  const first = await chatSince(session, undefined, Date.parse(sentAt) - 1000);
  expect(first).toMatchObject({
    revision: '7',
    messages: [
      { platformId: 'm0', conversationId: 'c1', participant: { id: BOB, username: 'bob.test' }, isOwn: false },
      { platformId: 'm1', conversationId: 'c1' },
    ],
  });
  expect(first.messages).toHaveLength(2);
  const second = await chatSince(session, first.revision, 0);
  expect(second.revision).toBe('11');
  expect(second.messages.map(({ platformId, isOwn }) => [platformId, isOwn])).toEqual([
    ['m3', false],
    ['m5', true],
  ]);
  expect(methods()).toEqual(['getLog', 'listConvos', 'getMessages', 'getLog', 'getConvo']);
  expect(requests.every(({ headers }) => headers?.['atproto-proxy'] === 'did:web:api.bsky.chat#bsky_chat')).toBe(true);
});

test('a conversation that the account has left holds up no other', async () => {
  const { session } = blueskySession((name, { url }) => {
    if (name.endsWith('getLog')) {
      const logs = [line('left', chatMessage('m1', BOB)), line('c1', chatMessage('m2')), line('c1', chatMessage('m3'))];
      return json({ logs, cursor: '11' });
    }
    if (url.includes('left')) return { status: 400, json: { error: 'InvalidConvo', message: 'Convo not found' } };
    return json({ convo: { id: 'c1', rev: '8', members } });
  });
  const { messages: found, revision } = await chatSince(session, '5', 0);
  expect(found.map(({ platformId }) => platformId)).toEqual(['m2', 'm3']);
  expect(revision).toBe('11');
});

test.each([
  [403, 'InvalidToken', 'Bad token method'],
  [401, 'InvalidToken', 'Bad token scope'],
  [403, 'ScopeMissingError', 'Missing required scope "transition:chat.bsky"'],
])(
  'without the right to read messages (%d %s) a poll continues, and a request reports it',
  async (status, error, message) => {
    const { session } = blueskySession(() => ({ status, json: { error, message } }));
    expect(await chatSince(session, '3', 0)).toEqual({ messages: [], changes: [], revision: '3' });
    await expect(messages.conversations?.(session)).rejects.toMatchObject({ kind: 'forbidden', message });
  },
);

test("hiding keeps the gate's other rules and starts over after a concurrent change", async () => {
  const root = postUri('1');
  const comment = postUri('a', BOB);
  const ref = { uri: root, cid: 'bafy' };
  const view = { uri: comment, cid: 'bafy', author: { did: BOB }, indexedAt: sentAt };
  const record = { text: 'Rude', reply: { root: ref, parent: ref } };
  let puts = 0;
  const { session, requests } = blueskySession((name) => {
    if (name.endsWith('getPosts')) return json({ posts: [{ ...view, record }] });
    if (name.endsWith('getRecord')) {
      return json({ uri: root, cid: `bafy${puts}`, value: { post: root, allow: [], hiddenReplies: ['at://x'] } });
    }
    puts += 1;
    if (puts === 1) return { status: 400, json: { error: 'InvalidSwap', message: 'Record was at bafy1' } };
    return json({ uri: root, cid: 'bafy' });
  });
  const input = { platformPostId: root, commentId: comment, isOn: true };
  const { prepare, send } = moderation.hiding ?? {};
  await send?.(session, input, (await prepare?.(session, input)) ?? {}, 'key');
  expect(requests.at(-1)?.body).toEqual({
    json: {
      repo: ME,
      collection: 'app.bsky.feed.threadgate',
      rkey: '1',
      record: { post: root, allow: [], hiddenReplies: ['at://x', comment] },
      swapRecord: 'bafy1',
    },
  });
  const foreign = { ...record, reply: { root: { ...ref, uri: postUri('1', BOB) }, parent: ref } };
  const other = blueskySession(() => json({ posts: [{ ...view, record: foreign }] }));
  await expect(prepare?.(other.session, input)).rejects.toMatchObject({ kind: 'forbidden' });
});
