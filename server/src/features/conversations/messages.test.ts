import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import {
  accountOf,
  eventsOf,
  fault,
  image,
  ledgerOf,
  longThrottle,
  pagesOf,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  visitor,
  waiting,
} from '../../../test/steps.ts';

/** X's private messages are polled rarely: it allows 15 calls in 15 minutes. */
const PLATFORMS = ['instagram', 'facebook', 'whatsapp', 'telegram', 'mastodon', 'bluesky'] as const;
const path = '/v1/inbox/conversations';
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: [...PLATFORMS] });
});
afterAll(() => service?.close());

/** A visitor writes; gives the conversation once the message is there. */
async function written(platform: string, text: string): Promise<Body> {
  const { platform_id: id } = await visitor(ws, platform, 'message', { text });
  const row = await until(async () => {
    const [found] = await service.sql('select * from messages where tenant_id = $1 and platform_id = $2', [
      ws.tenantId,
      id,
    ]);
    return found;
  }, `the message on ${platform} has arrived`);
  return (await ws.api.get(`${path}/${row.conversation_id}`)).body.data;
}
const send = (conversation: Body, body: Body, headers = {}) =>
  ws.api.post(`${path}/${conversation.id}/messages`, body, { headers });
const messagesOf = (conversation: Body): Promise<Body[]> =>
  pagesOf(ws.api, `${path}/${conversation.id}/messages?limit=2`);
const closeWindow = (conversation: Body, hours: number) =>
  service.sql(`update conversations set last_incoming_at = now() - $2 * interval '1 hour' where id = $1`, [
    conversation.id,
    hours,
  ]);

describe('get_conversation, list_messages and send_message', () => {
  test.each(PLATFORMS)('on %s: it arrives once, and the answer leaves once', async (platform) => {
    const conversation = await written(platform, 'Are you open on Sunday?');
    expect(conversation).toMatchObject({
      account_id: accountOf(ws, platform).id,
      platform,
      last_message: expect.stringContaining('Are you open on Sunday?'),
      status: 'active',
      unread_count: 1,
      capabilities: { can_send: true },
    });
    const [received] = await messagesOf(conversation);
    expect(received).toMatchObject({
      direction: 'incoming',
      sender_id: conversation.participant_id,
      is_deleted: false,
    });
    expect((await eventsOf(ws.api, received?.id)).map(({ type }) => type)).toEqual(['dm.received']);

    const before = await usageOf(ws.api);
    const { status, body } = await send(
      conversation,
      { text: 'Yes, from ten.' },
      { 'idempotency-key': `a-${platform}` },
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message_id: expect.stringMatching(/^msg_/), message_ids: [body.message_id] },
    });
    expect((await send(conversation, { text: 'Yes, from ten.' }, { 'idempotency-key': `a-${platform}` })).body).toEqual(
      body,
    );
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    const sent = (await ledgerOf(ws, platform, 'message')).filter(({ text = '' }) => text.includes('Yes, from ten.'));
    expect(sent).toHaveLength(1);
    // Another message shows that everything has been read, echoes too.
    await written(platform, 'Thank you');
    const messages = await messagesOf(conversation);
    expect(messages.map(({ direction }) => direction).sort()).toEqual(['incoming', 'incoming', 'outgoing']);
    const own = messages.find(({ id }) => id === body.message_id);
    expect(own).toMatchObject({
      text: 'Yes, from ten.',
      platform_id: sent[0]?.platform_id,
      status: expect.any(String),
    });
    const types = (await eventsOf(ws.api, own?.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'dm.sent')).toHaveLength(1);
    expect(types.filter((type) => type === 'dm.status.sent')).toHaveLength(1);
  });
});

describe('people of whom a callback tells only the id', () => {
  /** Somebody writes; gives the conversation once the message is there. */
  const write = async (platform: string, username: string, workspace = ws): Promise<Body> => {
    const about = { text: 'Who am I?', username };
    const { platform_id: id } = await visitor(workspace, platform, 'message', about);
    return conversationOf(id);
  };
  const conversationOf = (messageId: string): Promise<Body> =>
    until(async () => {
      const [row] = await service.sql(
        `select c.* from conversations c join messages m on m.conversation_id = c.id where m.platform_id = $1`,
        [messageId],
      );
      return row;
    }, 'it has arrived');
  const callsAbout = async (platform: string, { participant_id }: Body): Promise<number> =>
    (await ws.control('GET', `calls?platform=${platform}`)).calls.filter(({ path }: Body) =>
      path.split('?')[0].endsWith(`/${participant_id}`),
    ).length;

  test.each(['instagram', 'facebook'])('have their names on %s, asked for once', async (platform) => {
    const row = await write(platform, 'kim');
    expect(row).toMatchObject({
      participant_name: expect.stringMatching(/^Kim/),
      participant_picture: expect.any(String),
    });
    const before = await callsAbout(platform, row);
    await write(platform, 'kim');
    expect([before, await callsAbout(platform, row)]).toEqual([1, 1]);
  });

  test('are asked for when they write, not when the account writes to them first', async () => {
    const { id } = accountOf(ws, 'facebook');
    const options = { text: 'Look', media: [image], targets: targetsOn(ws, 'facebook'), publish_now: true };
    const post = (await ws.api.post('/v1/posts', options, waiting)).body;
    const about = { text: 'Price?', username: 'lee', post_id: post.targets[0].platform_post_id };
    const { platform_id: commentId } = await visitor(ws, 'facebook', 'comment', about);
    const comment = await until(async () => {
      const [row] = await service.sql('select id from comments where platform_id = $1', [commentId]);
      return row;
    }, 'the comment has arrived');
    const path = `/v1/inbox/comments/${post.id}/${comment.id}/private-reply`;
    const read = `select 1 from callbacks where account_id = $1 and due_at is null and key like 'messaging:%'`;
    const readBefore = (await service.sql(read, [id])).length;
    expect(await ws.api.post(path, { text: 'Twelve' })).toMatchObject({ status: 200 });
    const [sent] = (await ledgerOf(ws, 'facebook', 'message')).filter(({ text }) => text === 'Twelve');
    await until(async () => (await service.sql(read, [id])).length > readBefore, 'the echo was read');
    const row = await conversationOf(sent?.platform_id);
    expect(await callsAbout('facebook', row)).toBe(0);
    expect(await write('facebook', 'lee')).toMatchObject({
      id: row.id,
      participant_name: expect.stringMatching(/^Lee/),
    });
    expect(await callsAbout('facebook', row)).toBe(1);
  });

  test.each([
    [
      'the app',
      `insert into app_pauses (platform, app_id, until) select platform, app_id, now() + interval '1 hour' from accounts where id = $1`,
    ],
    ['the account', `update accounts set not_before = now() + interval '1 hour' where id = $1`],
  ])('are not asked for while the platform throttles %s', async (name, pause) => {
    await service.sql(pause, [accountOf(ws, 'facebook').id]);
    const row = await write('facebook', `during.${name.replace(' ', '.')}`);
    await service.sql('delete from app_pauses');
    await unpause(service, ws);
    expect(row).toMatchObject({ participant_name: '', last_message: 'Who am I?' });
    expect(await callsAbout('facebook', row)).toBe(0);
  });

  test('keep their messages when the account is disconnected before they are read', async () => {
    const other = await service.workspace({ platforms: ['facebook'] });
    const row = await write('facebook', 'max', other);
    expect((await other.api.delete(`/v1/accounts/${row.account_id}`)).status).toBe(204);
    await service.sql(
      `update conversations set participant_name = '', last_message_at = now() - interval '2 hours', last_incoming_at = now() - interval '2 hours',
         created_at = now() - interval '2 hours' where id = $1`,
      [row.id],
    );
    // The callback of a second message, which is read only now.
    const [{ platform_id: first }] = await service.sql('select platform_id from messages where conversation_id = $1', [
      row.id,
    ]);
    await service.sql(
      `insert into callbacks (tenant_id, id, account_id, platform, key, payload)
       select tenant_id, id || '_late', account_id, platform, 'late', jsonb_build_object('messaging', replace(raw_payload::text, $2, $2 || 'L')::jsonb)
       from events where account_id = $1 and type = 'dm.received' and raw_payload::text like '%' || $2 || '%'`,
      [row.account_id, first],
    );
    expect(await conversationOf(`${first}L`)).toMatchObject({ id: row.id });
  });
});

test('update_conversation, mark_conversation_read and mark_conversation_unread', async () => {
  const { id } = await written('mastodon', 'Unread');
  const conversation = `${path}/${id}`;
  expect((await ws.api.post(`${conversation}/read`)).body).toMatchObject({ success: true, data: { unread_count: 0 } });
  expect((await ws.api.post(`${conversation}/unread`)).body).toMatchObject({ data: { unread_count: 1 } });
  expect((await ws.api.patch(conversation, { is_read: true })).body).toMatchObject({
    ok: true,
    data: { unread_count: 0 },
  });
  expect((await ws.api.patch(conversation, { status: 'archived' })).body).toMatchObject({
    data: { status: 'archived' },
  });
  expect((await ws.api.get(`${path}?status=archived`)).body.data).toMatchObject([{ id }]);
  expect(await ws.api.patch(conversation, {})).toMatchObject({ status: 400, body: { code: 'missing_metadata' } });
  // A new message brings it back.
  await written('mastodon', 'Hello again');
  expect((await ws.api.get(conversation)).body.data).toMatchObject({ status: 'active', unread_count: 1 });
  expect(await ws.api.get(`${path}/conv_00000000000000000000000000`)).toMatchObject({ status: 404 });
});

describe('send_message', () => {
  test('text, attachments and what can be pressed', async () => {
    const conversation = await written('instagram', 'Show me');
    const { body } = await send(conversation, { text: 'Two images', attachments: [image, image] });
    expect(body.message_ids).toHaveLength(3);
    const [last] = await messagesOf(conversation);
    expect(last).toMatchObject({ attachment_type: 'image', attachment_url: image.source, direction: 'outgoing' });
    const pressed = { text: 'Which one?', quick_replies: [{ title: 'Red', payload: 'RED' }, { title: 'Blue' }] };
    expect(await send(conversation, pressed)).toMatchObject({ status: 200, body: { success: true } });
    const buttons = { text: 'More', buttons: [{ type: 'url', title: 'Shop', url: 'https://shop.example/' }] };
    expect(await send(conversation, buttons)).toMatchObject({ status: 200 });
  });

  test('rejects what no platform takes before it is sent; nothing is taken', async () => {
    const meta = await written('instagram', 'Hm');
    const plain = await written('bluesky', 'Hm');
    const other = accountOf(ws, 'facebook').id;
    const before = await usageOf(ws.api);
    const button = { type: 'postback', title: 'Yes' };
    const cases: readonly [Body, Body, number, string, string?][] = [
      [meta, {}, 400, 'missing_metadata', 'text'],
      [meta, { text: ' ' }, 400, 'invalid_request', 'text'],
      [meta, { text: 'x'.repeat(102_400) }, 400, 'invalid_request', 'text'],
      [meta, { text: 'x'.repeat(1001) }, 400, 'invalid_request', 'text'],
      [meta, { text: 'x', buttons: [button], quick_replies: [{ title: 'No' }] }, 400, 'invalid_request', 'buttons'],
      [meta, { text: 'x', buttons: [button], attachments: [image] }, 400, 'invalid_request', 'attachments'],
      [meta, { buttons: [button] }, 400, 'invalid_request', 'text'],
      [meta, { buttons: [{ type: 'url', title: 'No address' }], text: 'x' }, 400, 'invalid_request', 'buttons.0.url'],
      [meta, { text: 'x', message_tag: 'NEWS' }, 400, 'invalid_request', 'message_tag'],
      [
        meta,
        { text: 'x', reply_to_message_id: 'msg_00000000000000000000000000' },
        404,
        'not_found',
        'reply_to_message_id',
      ],
      [meta, { attachment_url: 'http://127.0.0.1/a.jpg' }, 400, 'invalid_request', 'attachment_url.0.source'],
      [meta, { text: 'x', account_id: other }, 404, 'not_found'],
      [plain, { attachments: [image] }, 501, 'not_supported'],
      [plain, { text: 'x', quick_replies: [{ title: 'No' }] }, 501, 'not_supported'],
      [plain, { text: 'x', reply_to_message_id: 'x' }, 501, 'not_supported'],
      [{ id: 'conv_00000000000000000000000000' }, { text: 'x' }, 404, 'not_found'],
    ];
    for (const [conversation, options, status, code, field] of cases) {
      const answer = await send(conversation, options);
      expect({ status: answer.status, code: answer.body.code }, answer.text).toEqual({ status, code });
      if (field !== undefined) expect(answer.body.meta.field).toBe(field);
    }
    expect(await usageOf(ws.api)).toEqual(before);
  });

  test('tells when the window closed and what can still be sent; nothing is taken', async () => {
    const meta = await written('facebook', 'Yesterday');
    const business = await written('whatsapp', 'Yesterday');
    const before = await usageOf(ws.api);
    await closeWindow(meta, 25);
    await closeWindow(business, 25);
    expect(await send(meta, { text: 'Too late' })).toMatchObject({
      status: 400,
      body: {
        code: 'window_closed',
        detail_code: 'platform.facebook.window_closed',
        meta: {
          window_closed_at: expect.stringMatching(/Z$/),
          allowed: ['message_tag'],
          tags: ['HUMAN_AGENT', 'CUSTOMER_FEEDBACK'],
        },
      },
    });
    expect(await send(business, { text: 'Too late' })).toMatchObject({
      status: 400,
      body: { code: 'window_closed', detail_code: 'whatsapp.window_closed', meta: { allowed: ['template'] } },
    });
    expect(await usageOf(ws.api)).toEqual(before);
    expect((await ledgerOf(ws, 'facebook', 'message')).some(({ text = '' }) => text.includes('Too late'))).toBe(false);
    await closeWindow(meta, 8 * 24);
    expect(await send(meta, { text: 'Much too late', message_tag: 'HUMAN_AGENT' })).toMatchObject({
      status: 400,
      body: { code: 'window_closed', meta: { allowed: [] } },
    });
  });
});

describe('retry_message', () => {
  test('a rejected message keeps its reason and its charge, and is sent again by hand', async () => {
    const conversation = await written('mastodon', 'Try');
    const before = await usageOf(ws.api);
    await fault(ws, 'mastodon', { ...rejection, operation: 'send_message' });
    const rejected = await send(conversation, { text: 'At the second try' });
    expect(rejected).toMatchObject({ status: 400 });
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    const [failed] = await messagesOf(conversation);
    expect(rejected.body.meta).toMatchObject({ id: failed?.id, reason: 'rejected' });
    const error = { code: 'rejected', message: expect.stringContaining('Not this one') };
    expect(failed).toMatchObject({ status: 'failed', error });
    const retry = `${path}/${conversation.id}/messages/${failed?.id}/retry`;
    expect(await ws.api.post(retry)).toMatchObject({ status: 200, body: { message_ids: [failed?.id] } });
    const sent = (await messagesOf(conversation)).filter(({ text }) => text === 'At the second try');
    expect(sent).toMatchObject([{ id: failed?.id, status: 'sent' }]);
    expect(await ws.api.post(retry)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const received = (await messagesOf(conversation)).find(({ direction }) => direction === 'incoming');
    const again = await ws.api.post(`${path}/${conversation.id}/messages/${received?.id}/retry`);
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('received') } });
  });

  test('a message that may have been sent is sent again after a confirmation only', async () => {
    const conversation = await written('telegram', 'Try');
    await fault(ws, 'telegram', { kind: 'accept_drop', operation: 'send_message' });
    const text = 'Sent, but nobody knows';
    expect(await send(conversation, { text })).toMatchObject({ status: 502, body: { code: 'platform_error' } });
    const [doubtful] = await messagesOf(conversation);
    expect(doubtful).toMatchObject({ status: 'unconfirmed' });
    const retry = `${path}/${conversation.id}/messages/${doubtful?.id}/retry`;
    expect(await ws.api.post(retry)).toMatchObject({ status: 409, body: { meta: { field: 'confirm' } } });
    const sent = async () => (await ledgerOf(ws, 'telegram', 'message')).filter((entry) => entry.text === text);
    expect(await sent()).toHaveLength(1);
    expect(await ws.api.post(retry, { confirm: true })).toMatchObject({ status: 200 });
    expect(await sent()).toHaveLength(2);
  });

  test('a throttle of the platform is free, and the usage headers tell it', async () => {
    const conversation = await written('mastodon', 'Slow');
    const before = await usageOf(ws.api);
    await fault(ws, 'mastodon', { ...longThrottle, operation: 'send_message' });
    expect(await send(conversation, { text: 'Throttled' })).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit' },
    });
    expect(await usageOf(ws.api)).toEqual(before);
    await unpause(service, ws);
  });
});
