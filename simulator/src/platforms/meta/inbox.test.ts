import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../core/testing.ts';
import { startSimulator, TestFacebook } from '../facebook/testing.ts';
import { TestInstagram } from '../instagram/testing.ts';
import { CallbackReceiver } from './test-callbacks.ts';
import type { PlatformSimulator } from './test-simulator.ts';

const receiver = new CallbackReceiver();
let simulator: PlatformSimulator;
let page: TestFacebook;
let account: TestInstagram;

beforeAll(async () => {
  await receiver.start();
  simulator = await startSimulator();
  page = await TestFacebook.make(simulator, 'acmebakery');
  account = await TestInstagram.make(simulator, 'acme');
  await page.subscribe(
    receiver.url,
    'feed,mention,messages,message_echoes,message_deliveries,message_reads,message_reactions,message_edits,messaging_postbacks,messaging_referrals',
  );
  await account.subscribe(
    receiver.url,
    'comments,mentions,messages,messaging_postbacks,messaging_seen,message_reactions,messaging_referral,message_edit',
  );
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

/** The newest callback that has this text in it. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function callback(...parts: string[]): Promise<any> {
  const found = await until(
    async () => receiver.received.findLast(({ raw }) => parts.every((part) => raw.includes(part))),
    (one) => one !== undefined,
  );
  const [entry] = JSON.parse(found?.raw ?? '').entry;
  return entry.messaging?.[0] ?? entry.changes[0];
}
const act = (client: TestFacebook | TestInstagram, action: string, fields: object) =>
  client.simulator.control<{ platform_id: string; user_id: string; conversation_id: string }>('POST', '/strangers', {
    platform: client.account.platform,
    account: client.account.platform_id,
    action,
    ...fields,
  });
const clients = () => [page, account] as const;

test.each([0, 1] as const)(
  'messages with files, quick replies and answers, by callback and by reading (%i)',
  async (which) => {
    const client = clients()[which];
    const text = await act(client, 'message', { text: `a question ${which}`, username: 'kim' });
    const image = await act(client, 'message', { kind: 'image', username: 'kim', message_id: text.platform_id });
    expect((await callback(image.platform_id)).message).toEqual({
      mid: image.platform_id,
      reply_to: { mid: text.platform_id },
      attachments: [{ type: 'image', payload: { url: expect.stringContaining('sample.jpg') } }],
    });
    const chosen = await act(client, 'message', { kind: 'quick_reply', text: 'Yes', payload: 'YES', username: 'kim' });
    expect((await callback(chosen.platform_id)).message).toMatchObject({
      text: 'Yes',
      quick_reply: { payload: 'YES' },
    });
    const { body } = await client.get(image.platform_id, { fields: 'reply_to,attachments,message' });
    expect(body).toMatchObject({ reply_to: { mid: text.platform_id }, attachments: { data: [{ image_data: {} }] } });
  },
);

test.each([0, 1] as const)('postbacks, referrals, receipts, reactions and changes (%i)', async (which) => {
  const client = clients()[which];
  const who = { username: 'ann' };
  const first = await act(client, 'message', { ...who, text: 'one' });
  const press = await act(client, 'press', { ...who, text: 'Start', payload: 'GO' });
  expect((await callback(press.platform_id)).postback).toEqual({
    mid: press.platform_id,
    title: 'Start',
    payload: 'GO',
  });
  await act(client, 'refer', { ...who, payload: 'summer' });
  expect((await callback('summer')).referral).toMatchObject({ ref: 'summer', type: 'OPEN_THREAD' });

  const heard = (part: string) => callback(part, client.id);
  const recipient = { id: first.user_id };
  const sent = await client.postJson('me/messages', {
    recipient,
    messaging_type: 'RESPONSE',
    message: { text: 'two' },
  });
  const mid = sent.body.message_id;
  await act(client, 'read', who);
  expect((await heard('"read"')).read).toEqual(which === 0 ? { watermark: expect.any(Number) } : { mid });
  await act(client, 'reaction', { ...who, text: '❤️' });
  expect((await heard('"react"')).reaction).toEqual({ mid, action: 'react', reaction: 'love', emoji: '❤️' });
  const { reactions } = (await client.get(mid, { fields: 'reactions' })).body;
  expect(reactions.data).toMatchObject([{ reaction: 'love', users: [{ id: first.user_id }] }]);
  await act(client, 'reaction', { ...who, text: '' });
  expect((await heard('"unreact"')).reaction).toEqual({ mid, action: 'unreact' });

  await act(client, 'edit', { id: first.platform_id, text: 'another' });
  expect((await heard('message_edit')).message_edit).toMatchObject({
    mid: first.platform_id,
    text: 'another',
    num_edit: 1,
  });
  expect((await client.get(first.platform_id, { fields: 'message' })).body.message).toBe('another');
});

test('Messenger tells of deliveries and not of unsent messages, Instagram the other way round', async () => {
  const [written, sent] = [await act(page, 'message', { text: 'x' }), await act(account, 'message', { text: 'x' })];
  const message = { recipient: { id: written.user_id }, messaging_type: 'RESPONSE', message: { text: 'y' } };
  const { message_id } = (await page.postJson('me/messages', message)).body;
  await act(page, 'deliver', {});
  expect((await callback('watermark', 'mids')).delivery.mids).toEqual([message_id]);
  await expect(act(page, 'delete', { id: written.platform_id })).rejects.toThrow('501');
  await expect(act(account, 'deliver', {})).rejects.toThrow('501');
  await act(account, 'delete', { id: sent.platform_id });
  expect((await callback('is_deleted')).message).toEqual({ mid: sent.platform_id, is_deleted: true });
  expect((await account.get(sent.platform_id)).status).toBe(400);
});

describe('Instagram', () => {
  test('a story that names the account, and an answer to a story', async () => {
    const named = await act(account, 'message', { kind: 'story_mention' });
    expect((await callback(named.platform_id)).message.attachments[0].type).toBe('story_mention');
    expect((await account.get(named.platform_id, { fields: 'story' })).body.story.mention.link).toContain('sample.jpg');
    const response = await act(account, 'message', { kind: 'story_reply', text: 'wow', post_id: '1789' });
    expect((await callback(response.platform_id)).message.reply_to.story.id).toBe('1789');
  });

  test('a caption that names the account', async () => {
    const { platform_id } = await act(account, 'mention', { kind: 'caption', text: 'with @acme' });
    expect((await callback('mentions', platform_id)).value).toEqual({ media_id: platform_id });
    const fields = `mentioned_media.media_id(${platform_id}){caption,username}`;
    expect((await account.get('me', { fields })).body.mentioned_media.caption).toBe('with @acme');
    const reply = await account.post('me/mentions', { media_id: platform_id, message: 'Thanks' });
    expect(reply.body.id).toEqual(expect.any(String));
  });

  test('a comment is taken away without a word, and never changed', async () => {
    await account.publish();
    const { platform_id } = await act(account, 'comment', { text: 'gone soon' });
    await expect(act(account, 'edit', { id: platform_id, text: 'x' })).rejects.toThrow('501');
    await act(account, 'delete', { id: platform_id });
    expect((await account.get(platform_id)).status).toBe(400);
  });
});

test('on a Page comments are changed and taken away, and the app hears of it', async () => {
  await page.publish();
  const { platform_id } = await act(page, 'comment', { text: 'first words' });
  await act(page, 'edit', { id: platform_id, text: 'second words' });
  expect((await callback('edited', 'second words')).value).toMatchObject({ verb: 'edited', comment_id: platform_id });
  expect((await page.get(platform_id)).body.message).toBe('second words');
  await act(page, 'delete', { id: platform_id });
  expect((await callback('"remove"', platform_id.split('_')[1] ?? '')).value.verb).toBe('remove');
});

test.each([0, 1] as const)('the past: dated so, in its place, told to nobody when silent (%i)', async (which) => {
  const client = clients()[which];
  const at = '2026-01-02T03:04:05.000Z';
  const now = await act(client, 'message', { text: 'now', username: 'old.friend' });
  const past = await act(client, 'message', { text: `long ago ${which}`, username: 'old.friend', at, silent: true });
  const { data } = (await client.get(`${now.conversation_id}/messages`, { fields: 'id,created_time' })).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([now.platform_id, past.platform_id]);
  expect(Date.parse(data[1].created_time)).toBe(Date.parse(at));
  await act(client, 'message', { text: `told ${which}`, username: 'old.friend', at });
  expect((await callback(`told ${which}`)).timestamp).toBe(Date.parse(at));
  expect(receiver.received.some(({ raw }) => raw.includes(`long ago ${which}`))).toBe(false);
  await expect(act(client, 'message', { text: 'x', at: '2100-01-01T00:00:00Z' })).rejects.toThrow('400');
});
