import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../core/testing.ts';
import { CallbackReceiver } from '../../meta/test-callbacks.ts';
import type { PlatformSimulator } from '../../meta/test-simulator.ts';
import { signatureOf } from '../../meta/testing.ts';
import { startSimulator, TestThreads } from '../testing.ts';

let simulator: PlatformSimulator;
let receiver: CallbackReceiver;

beforeAll(async () => {
  simulator = await startSimulator();
  receiver = await new CallbackReceiver().start();
  await simulator.control('PUT', '/apps/threads', { callback_url: receiver.url, verify_token: 'check' });
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

/** The callbacks of one field that came for an account. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function values(account: string, field: string, count = 1): Promise<any[]> {
  const all = () =>
    receiver.received
      .map(({ raw }) => JSON.parse(raw))
      .filter((event) => event.target_id === account && event.values[0].field === field);
  return until(
    async () => all(),
    (events) => events.length >= count,
  );
}

describe('replies', () => {
  test('lists, order, levels', async () => {
    const threads = await TestThreads.make(simulator);
    const post = await threads.publish();
    const first = (await threads.visitor('comment', 'First', { username: 'jane' })).platform_id;
    const second = (await threads.visitor('comment', 'Second', { post_id: post })).platform_id;
    const nested = (await threads.visitor('comment', 'Nested', { parent_id: first })).platform_id;
    const fields =
      'id,text,username,timestamp,permalink,media_type,has_replies,root_post,replied_to,is_reply,is_reply_owned_by_me,hide_status';
    const { data } = (await threads.get(`${post}/replies`, { fields })).body;
    expect(data.map((row: { id: string }) => row.id)).toEqual([second, first]);
    expect(data[1]).toEqual({
      id: first,
      text: 'First',
      username: 'jane',
      timestamp: expect.any(String),
      permalink: expect.stringContaining('/@jane/post/'),
      media_type: 'TEXT_POST',
      has_replies: true,
      root_post: { id: post },
      replied_to: { id: post },
      is_reply: true,
      is_reply_owned_by_me: false,
      hide_status: 'NOT_HUSHED',
    });
    const ids = async (path: string, more = {}) =>
      (await threads.get(path, more)).body.data.map((row: { id: string }) => row.id);
    expect(await ids(`${post}/replies`, { reverse: false })).toEqual([first, second]);
    expect(await ids(`${first}/replies`)).toEqual([nested]);
    expect(await ids(`${post}/conversation`)).toEqual([nested, second, first]);
    expect((await threads.get(`${first}/conversation`)).status).toBe(400);
    expect(
      Object.keys((await threads.get(`${post}/replies`, { fields: 'owner,username' })).body.data[0]),
    ).not.toContain('owner');
  });

  test('pages have cursors and no links', async () => {
    const threads = await TestThreads.make(simulator);
    const post = await threads.publish();
    for (let count = 0; count < 5; count += 1) await threads.visitor('comment', `Reply ${count}`);
    const texts: string[] = [];
    let after: string | undefined;
    do {
      const page = (await threads.get(`${post}/replies`, { fields: 'text', limit: 2, ...(after && { after }) })).body;
      expect(page.paging?.next).toBeUndefined();
      texts.push(...page.data.map(({ text }: { text: string }) => text));
      after = page.paging?.cursors.after;
    } while (after);
    expect(texts).toEqual(['Reply 4', 'Reply 3', 'Reply 2', 'Reply 1', 'Reply 0']);
  });

  test('an answer, hiding, and what cannot be done', async () => {
    const threads = await TestThreads.make(simulator);
    const post = await threads.publish();
    const { platform_id: reply } = await threads.visitor('comment', 'Hm');
    const { platform_id: nested } = await threads.visitor('comment', 'Hm too', { parent_id: reply });
    const own = await threads.publish({ media_type: 'TEXT', text: 'Oh', reply_to_id: reply });
    expect((await simulator.ledger(`account=${threads.id}&kind=reply`))[0]).toMatchObject({
      operation: 'reply',
      platform_id: own,
      in_reply_to: reply,
    });
    expect((await threads.post(`${reply}/manage_reply`, { hide: true })).body).toEqual({ success: true });
    expect((await threads.get(nested, { fields: 'hide_status' })).body.hide_status).toBe('HIDDEN');
    await threads.post(`${reply}/manage_reply`, { hide: false });
    expect((await threads.get(reply, { fields: 'hide_status' })).body.hide_status).toBe('UNHUSHED');
    expect((await threads.post(`${nested}/manage_reply`, { hide: true })).body.error.code).toBe(100);
    expect((await threads.post(`${post}/manage_reply`, { hide: true })).status).toBe(400);
    expect((await threads.delete(reply)).body.error.error_subcode).toBe(33);
    expect((await threads.delete(own)).status).toBe(200);
    expect((await threads.get(`${post}/replies`, { fields: 'like_count' })).body.error).toMatchObject({
      message: '(#100) Tried accessing nonexisting field (like_count)',
      code: 100,
    });
  });

  test('approvals', async () => {
    const threads = await TestThreads.make(simulator);
    const post = await threads.publish({ media_type: 'TEXT', text: 'Ask', enable_reply_approvals: true });
    const { platform_id: reply } = await threads.visitor('comment', 'May I?');
    expect((await threads.get(`${post}/replies`)).body.data).toEqual([]);
    expect((await threads.get(`${post}/pending_replies`)).body.data).toEqual([{ id: reply }]);
    await threads.post(`${reply}/manage_pending_reply`, { approve: true });
    expect((await threads.get(`${post}/replies`)).body.data).toEqual([{ id: reply }]);
  });

  test('mentions are listed and can be answered', async () => {
    const threads = await TestThreads.make(simulator, 'bakery');
    const { platform_id: mention } = await threads.visitor('mention', 'hi');
    const { data } = (await threads.get('me/mentions', { fields: 'text,username' })).body;
    expect(data).toEqual([{ id: mention, text: '@bakery hi', username: 'jane' }]);
    const own = await threads.publish({ media_type: 'TEXT', text: 'Hi!', reply_to_id: mention });
    expect((await threads.get(own, { fields: 'root_post' })).body.root_post).toEqual({ id: mention });
    const [event] = await values(threads.id, 'mentions');
    expect(event).toMatchObject({ topic: 'interaction', values: [{ value: { id: mention, text: '@bakery hi' } }] });
  });

  test('only those may reply who were asked', async () => {
    const threads = await TestThreads.make(simulator);
    await threads.publish({ media_type: 'TEXT', text: 'Ask @kim', reply_control: 'mentioned_only' });
    await expect(threads.visitor('comment', 'No')).rejects.toThrow('409');
    expect((await threads.visitor('comment', 'Yes', { username: 'kim' })).platform_id).toBeTruthy();
  });
});

test('callbacks: signed, with values in an array; own replies come back', async () => {
  const threads = await TestThreads.make(simulator);
  const post = await threads.publish();
  const reply = await threads.visitor('comment', 'Schön', { username: 'jane' });
  const own = await threads.publish({ media_type: 'TEXT', text: 'Danke', reply_to_id: reply.platform_id });
  const [event, echo] = await values(threads.id, 'replies', 2);
  expect(event).toEqual({
    app_id: threads.account.app.client_id,
    topic: 'moderate',
    target_id: threads.id,
    time: expect.any(Number),
    subscription_id: expect.any(String),
    has_uid_field: false,
    values: [
      {
        field: 'replies',
        value: {
          id: reply.platform_id,
          username: 'jane',
          text: 'Schön',
          media_type: 'TEXT_POST',
          permalink: expect.stringContaining('@jane'),
          replied_to: { id: post },
          root_post: { id: post, owner_id: threads.id, username: threads.account.username },
          shortcode: expect.any(String),
          timestamp: expect.any(String),
        },
      },
    ],
  });
  expect(echo.values[0].value).toMatchObject({ id: own, username: threads.account.username });
  const { raw, headers } = receiver.received.find((one) => one.raw.includes('Sch')) ?? { raw: '', headers: {} };
  expect(raw).toContain('Sch\\u00f6n');
  expect(headers['x-hub-signature-256']).toBe(signatureOf(raw, threads.account.app.client_secret));

  await threads.delete(own);
  const [deleted] = await values(threads.id, 'delete');
  expect(deleted.values[0].value).toMatchObject({ id: own, owner: { owner_id: threads.id } });
  expect((await values(threads.id, 'publish', 2)).map(({ values }) => values[0].value.id)).toEqual([post, own]);
});
