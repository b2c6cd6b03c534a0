import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAccount as asBluesky } from './bluesky/testing.ts';
import { asLocation } from './google/testing.ts';
import { asAccount as asLinkedIn, encoded } from './linkedin/testing.ts';
import { clientOf } from './mastodon/testing.ts';
import { PlatformSimulator } from './meta/test-simulator.ts';
import { asBot } from './telegram/testing.ts';
import { threads } from './threads/index.ts';
import { TestThreads } from './threads/testing.ts';
import { asAccount as asTwitter } from './twitter/testing.ts';
import { TestWhatsApp } from './whatsapp/testing.ts';
import { asChannel } from './youtube/testing.ts';

/** What visitors write, change, take away and have written long ago, read back through each platform's own API. */
const simulator = new PlatformSimulator(threads);
beforeAll(() => simulator.start());
afterAll(() => simulator.close());

interface Made {
  readonly platform_id: string;
  readonly user_id: string;
  readonly convo_id: string;
}
const as = (platform: string, account: { platform_id: string }) => (action: string, fields: object) =>
  simulator.control<Made>('POST', '/strangers', { platform, account: account.platform_id, action, ...fields });
const at = '2026-01-02T03:04:05.000Z';
const silent = true;
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
type Row = any;

test('Threads: replies at any depth, taken away, in the past', async () => {
  const me = await TestThreads.make(simulator);
  const act = as('threads', me.account);
  const post_id = await me.publish();
  const newest = await act('comment', { post_id, text: 'now' });
  const old = await act('comment', { post_id, text: 'then', at, silent });
  const deep = await act('comment', { parent_id: newest.platform_id, text: 'deeper' });
  const list = async () =>
    (await me.get(`${post_id}/conversation`, { fields: 'id,timestamp' })).body.data.map(({ id }: Row) => id);
  expect(await list()).toEqual([deep.platform_id, newest.platform_id, old.platform_id]);
  const { timestamp } = (await me.get(old.platform_id, { fields: 'timestamp' })).body;
  expect(Date.parse(timestamp)).toBe(Date.parse(at));
  await act('delete', { id: old.platform_id });
  expect(await list()).not.toContain(old.platform_id);
  await expect(act('edit', { id: deep.platform_id, text: 'x' })).rejects.toThrow('501');
});

test('YouTube: comments held for review, changed, taken away, in the past', async () => {
  const me = await asChannel(simulator);
  const act = as('youtube', me.account);
  const video = await me.upload();
  const newest = await act('comment', { post_id: video.id, text: 'now' });
  const old = await act('comment', { post_id: video.id, text: 'then', at });
  const held = await act('comment', { post_id: video.id, text: 'spam?', kind: 'heldForReview' });
  const list = async (more = '') => {
    const { body } = await me.get(`/commentThreads?part=snippet&videoId=${video.id}${more}`);
    return (body.items ?? []).map(({ snippet }: Row) => snippet.topLevelComment);
  };
  expect((await list()).map(({ id }: Row) => id)).toEqual([newest.platform_id, old.platform_id]);
  expect((await list('&moderationStatus=heldForReview')).map(({ id }: Row) => id)).toEqual([held.platform_id]);
  await act('edit', { id: old.platform_id, text: 'changed' });
  const changed = (await list())[1].snippet;
  expect(changed).toMatchObject({ textOriginal: 'changed', publishedAt: '2026-01-02T03:04:05Z' });
  expect(changed.updatedAt).not.toBe(changed.publishedAt);
  await act('delete', { id: old.platform_id });
  expect(await list()).toHaveLength(1);
});

test('X: replies, mentions, messages with pictures, in the past and taken away', async () => {
  const me = await asTwitter(simulator);
  const act = as('twitter', me.account);
  const post_id = await me.tweet('Hello');
  const newest = await act('comment', { post_id, text: 'now' });
  const old = await act('mention', { text: 'then', at });
  const list = async () =>
    (await me.get(`/2/users/${me.id}/mentions`, { 'tweet.fields': 'created_at' })).body.data as Row[];
  const day = (await list()).map(({ id, created_at }) => [id, created_at.slice(0, 4)]);
  expect(day).toEqual([
    [newest.platform_id, new Date().toISOString().slice(0, 4)],
    [old.platform_id, '2026'],
  ]);
  expect(BigInt(old.platform_id) < BigInt(newest.platform_id)).toBe(true);
  await act('delete', { id: old.platform_id });
  expect((await list()).map(({ id }) => id)).toEqual([newest.platform_id]);
  await expect(act('delete', { id: post_id })).rejects.toThrow('409');

  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const picture = await act('message', { text: 'Look', kind: 'image' });
  const before = await act('message', { text: 'Earlier', at: hourAgo });
  const events = await me.get('/2/dm_events', {
    'dm_event.fields': 'attachments,created_at,text',
    expansions: 'attachments.media_keys',
    'media.fields': 'url',
  });
  expect(events.body.data.map(({ id }: Row) => id)).toEqual([picture.platform_id, before.platform_id]);
  expect(events.body.includes.media[0].url).toContain('sample.jpg');
});

test('Bluesky: replies, mentions, messages and reactions, in the past and taken away', async () => {
  const me = await asBluesky(simulator);
  const act = as('bluesky', me.account);
  const { uri } = await me.post('Hello');
  const newest = await act('comment', { post_id: uri, text: 'now' });
  const old = await act('comment', { post_id: uri, text: 'then', at });
  const thread = async () => (await me.get('app.bsky.feed.getPostThread', { uri })).body.thread.replies as Row[];
  const shown = (await thread()).find(({ post }) => post.uri === old.platform_id).post;
  expect(shown.record.createdAt).toBe(at);
  expect(shown.indexedAt).toBe(at);
  await act('delete', { id: old.platform_id });
  expect((await thread()).map(({ post }) => post.uri)).toEqual([newest.platform_id]);

  const last = await act('message', { text: 'now' });
  const first = await act('message', { text: 'then', at });
  const chat = { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' };
  const convoId = last.convo_id;
  const messages = async () => (await me.get('chat.bsky.convo.getMessages', { convoId }, chat)).body.messages as Row[];
  expect((await messages()).map(({ id }) => id)).toEqual([last.platform_id, first.platform_id]);
  await act('reaction', { text: '🎉', message_id: last.platform_id });
  expect((await messages())[0].reactions).toMatchObject([{ value: '🎉', sender: { did: expect.any(String) } }]);
  await act('reaction', { text: '', message_id: last.platform_id });
  expect((await messages())[0].reactions ?? []).toEqual([]);
});

test('Mastodon: answers changed and taken away, messages with files and answers, in the past', async () => {
  const account = await simulator.account('mastodon', { username: 'acme' });
  const me = clientOf(simulator, account);
  const act = as('mastodon', account);
  const { body: post } = await me.post('Hello');
  const newest = await act('comment', { post_id: post.id, text: 'now' });
  const old = await act('comment', { post_id: post.id, text: 'then', at });
  const responses = async () =>
    (await me.get<{ descendants: Row[] }>(`/api/v1/statuses/${post.id}/context`)).body.descendants;
  expect((await responses()).map(({ id, created_at }) => [id, created_at === at])).toEqual([
    [old.platform_id, true],
    [newest.platform_id, false],
  ]);
  await act('edit', { id: old.platform_id, text: 'changed' });
  expect((await responses())[0]).toMatchObject({
    content: expect.stringContaining('changed'),
    edited_at: expect.any(String),
  });
  await act('delete', { id: old.platform_id });
  expect(await responses()).toHaveLength(1);

  const last = await act('message', { text: 'now' });
  const first = await act('message', { text: 'then', at });
  const [conversation] = (await me.get<Row[]>('/api/v1/conversations')).body;
  expect(conversation.last_status.id).toBe(last.platform_id);
  const response = await act('message', { text: 'see', kind: 'image', message_id: first.platform_id });
  const { body: seen } = await me.get<Row>(`/api/v1/statuses/${response.platform_id}`);
  expect(seen).toMatchObject({ in_reply_to_id: first.platform_id, media_attachments: [{ type: 'image' }] });
});

test('LinkedIn pages: comments changed, taken away, in the past', async () => {
  const me = await asLinkedIn(simulator, 'linkedin_page');
  const act = as('linkedin_page', me.account);
  const post_id = await me.post('Hello');
  const newest = await act('comment', { post_id, text: 'now' });
  const old = await act('comment', { post_id, text: 'then', at });
  const list = async () => (await me.get(`socialActions/${encoded(post_id)}/comments`)).body.elements as Row[];
  expect((await list()).map(({ commentUrn }) => commentUrn)).toEqual([old.platform_id, newest.platform_id]);
  await act('edit', { id: old.platform_id, text: 'changed' });
  const [changed] = await list();
  expect(changed).toMatchObject({ message: { text: 'changed' }, created: { time: Date.parse(at) } });
  expect(changed.lastModified.time).toBeGreaterThan(changed.created.time);
  await act('delete', { id: old.platform_id });
  expect(await list()).toHaveLength(1);
});

test('Google: reviews changed, taken away, in the past', async () => {
  const me = await asLocation(simulator);
  const act = as('google', me.account);
  const newest = await act('review', { rating: 5, text: 'now', username: 'Ann' });
  const old = await act('review', { rating: 2, text: 'then', username: 'Bob', at });
  const list = async () => ((await me.get(`/v4/${me.account.platform_id}/reviews`)).body.reviews ?? []) as Row[];
  expect((await list()).map(({ name }) => name)).toEqual([newest.platform_id, old.platform_id]);
  expect((await list())[1].createTime).toBe(at);
  await act('edit', { id: old.platform_id, rating: 4 });
  expect((await list())[0]).toMatchObject({
    name: old.platform_id,
    starRating: 'FOUR',
    comment: 'then',
    createTime: at,
  });
  await act('delete', { id: old.platform_id });
  expect(await list()).toHaveLength(1);
});

describe('Telegram', () => {
  test('files, answers, buttons, reactions, changes and links with a mark reach the bot', async () => {
    const bot = await asBot(simulator);
    const act = as('telegram', bot.account);
    const allowed = ['message', 'edited_message', 'callback_query', 'message_reaction'];
    const hourAgo = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`;
    let offset = 0;
    const updates = async (): Promise<Row[]> => {
      const rows = await bot.do('getUpdates', { offset, allowed_updates: allowed });
      offset = (rows.at(-1)?.update_id ?? offset - 1) + 1;
      return rows;
    };
    await updates();
    const photo = await act('message', { kind: 'image', text: 'Look', at: hourAgo });
    const [first] = await updates();
    expect(first.message).toMatchObject({
      caption: 'Look',
      photo: expect.any(Array),
      date: Date.parse(hourAgo) / 1000,
    });
    await act('message', { text: 'again', message_id: photo.platform_id });
    expect((await updates())[0].message.reply_to_message.message_id).toBe(first.message.message_id);

    const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'YES' }]] };
    const chat_id = Number(photo.user_id);
    const asked = await bot.do('sendMessage', { chat_id, text: 'Sure?', reply_markup });
    await act('press', { payload: 'YES' });
    const [{ callback_query: pressed }] = await updates();
    expect(pressed).toMatchObject({ data: 'YES', message: { message_id: asked.message_id }, from: { id: chat_id } });
    await act('reaction', { text: '👍' });
    expect((await updates())[0].message_reaction).toMatchObject({ old_reaction: [], new_reaction: [{ emoji: '👍' }] });
    await act('refer', { payload: 'summer' });
    expect((await updates())[0].message.text).toBe('/start summer');
    await act('edit', { id: photo.platform_id, text: 'Look here' });
    expect((await updates())[0].edited_message).toMatchObject({ caption: 'Look here', edit_date: expect.any(Number) });
  });

  test('a comment in the discussion group is changed, which the bot hears, and taken away, which it does not', async () => {
    const bot = await asBot(simulator, 'talkers');
    const act = as('telegram', bot.account);
    const { message_id } = await bot.post('Hello');
    const { platform_id } = await act('comment', { post_id: String(message_id), text: 'first words' });
    await act('edit', { id: platform_id, text: 'second words' });
    const updates: Row[] = await bot.do('getUpdates', { offset: -1 });
    expect(updates.at(-1).edited_message).toMatchObject({ text: 'second words', message_id: Number(platform_id) });
    await act('delete', { id: platform_id });
    const after: Row[] = await bot.do('getUpdates', { offset: updates.at(-1).update_id + 1 });
    expect(after).toEqual([]);
    await expect(act('edit', { id: String(message_id), text: 'x' })).rejects.toThrow('404');
  });
});

test('WhatsApp: buttons, advertisements, receipts; the past opens no window', async () => {
  const me = await TestWhatsApp.make(simulator);
  const receiver = await me.subscribe();
  const act = as('whatsapp', me.account);
  const heard = async (part: string) => {
    await expect.poll(() => receiver.received.some(({ raw }) => raw.includes(part))).toBe(true);
    const { raw = '' } = receiver.received.findLast((one) => one.raw.includes(part)) ?? {};
    return JSON.parse(raw).entry[0].changes[0].value;
  };
  const past = await act('message', { text: 'long ago', at });
  expect((await heard('long ago')).messages[0].timestamp).toBe(String(Date.parse(at) / 1000));
  await act('refer', { payload: 'summer-ad', text: 'Hi' });
  expect((await heard('summer-ad')).messages[0]).toMatchObject({
    text: { body: 'Hi' },
    referral: { source_id: 'summer-ad' },
  });
  await act('press', { payload: 'YES', text: 'Yes', message_id: past.platform_id });
  expect((await heard('button_reply')).messages[0].interactive.button_reply).toEqual({ id: 'YES', title: 'Yes' });
  receiver.close();
});
