import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/harness.ts';
import { fault, image, ledgerOf } from '../../../test/steps.ts';
import { answersIn, rejectionOf } from '../inbox/answers.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** A person has written to an account. Each test has its own. WhatsApp sends no echoes, so messages keep their ids. */
async function conversationOn(platform: 'whatsapp' | 'telegram', aheadSeconds = 0) {
  const ws = await service.workspace({ platforms: [platform] });
  await ws.control('POST', 'clock', { advance_seconds: aheadSeconds });
  const write = async () => (await answersIn(service, ws).conversationOf(platform)).conversation_id;
  const path = `/v1/inbox/conversations/${await write()}/messages`;
  return {
    ws,
    write,
    send: (body: object, headers = {}) => ws.api.post(path, body, { headers }),
    retry: (id: string, body = {}) => ws.api.post(`${path}/${id}/retry`, body),
    fail: (more: object = rejectionOf(platform)) =>
      fault(ws, platform, { kind: 'body', operation: 'send_message', ...more }),
    sent: async () => (await ledgerOf(ws, platform, 'message')).length,
  };
}

test('send_message: a repeated request is sent once when the clock of the platform is ahead', async () => {
  const { send, sent } = await conversationOn('whatsapp', 30);
  const first = await send({ text: 'Yes' });
  expect(first).toMatchObject({ status: 200 });
  expect((await send({ text: 'Yes' })).body.message_id).toBe(first.body.message_id);
  expect(await sent()).toBe(1);
});

test('send_message: the same text answers a new message when the clock of the platform is behind', async () => {
  const { ws, write, send, sent } = await conversationOn('whatsapp');
  await send({ text: 'Yes' });
  await write();
  const behind = `- interval '1 minute' where tenant_id = '${ws.tenantId}'`;
  await service.sql(`update messages set created_at = created_at ${behind} and direction = 'incoming'`);
  await service.sql(`update conversations set last_incoming_at = last_incoming_at ${behind}`);
  await send({ text: 'Yes' });
  expect(await sent()).toBe(2);
});

test('send_message: a repeated request joins the retry of its message, unless it is meant', async () => {
  const { send, retry, fail, sent } = await conversationOn('whatsapp');
  await fail();
  const { id } = (await send({ text: 'Yes' })).body.meta;
  const message = { success: true, message_id: id, message_ids: [id] };
  for (const response of await Promise.all([retry(id), retry(id)]))
    expect(response).toMatchObject({ status: 200, body: message });
  expect(await send({ text: 'Yes' })).toMatchObject({ status: 200, body: message });
  expect(await sent()).toBe(1);
  await send({ text: 'Yes', skip_duplicate_check: true });
  await send({ text: 'Yes' }, { 'idempotency-key': 'meant' });
  expect(await sent()).toBe(3);
});

test('send_message, retry_message: at once, the message is sent once', async () => {
  const { send, retry, fail, sent } = await conversationOn('whatsapp');
  await fail();
  const { id } = (await send({ text: 'Yes' })).body.meta;
  const responses = await Promise.all([retry(id), send({ text: 'Yes' }), retry(id), send({ text: 'Yes' })]);
  const [{ body: message } = { body: undefined }] = responses;
  expect(responses.map(({ status, body }) => [status, body.message_id])).toEqual(
    responses.map(() => [200, message.message_id]),
  );
  expect(await sent()).toBe(1);
});

test('retry_message: joins the repeated request that has sent the message, unless it is meant', async () => {
  const { send, retry, fail, sent } = await conversationOn('whatsapp');
  await fail();
  const { id } = (await send({ text: 'Yes' })).body.meta;
  const repeated = await send({ text: 'Yes' });
  expect(await retry(id)).toMatchObject({ status: 200, body: repeated.body });
  expect(await sent()).toBe(1);
  expect(await retry(id, { skip_duplicate_check: true })).toMatchObject({ status: 200, body: { message_ids: [id] } });
  expect(await sent()).toBe(2);
});

test('retry_message: sends a message that was meant as a second one, and answers what the person wrote since', async () => {
  const { write, send, retry, fail, sent } = await conversationOn('whatsapp');
  await send({ text: 'Yes' });
  await fail();
  const second = (await send({ text: 'Yes', skip_duplicate_check: true })).body.meta.id;
  expect(await retry(second)).toMatchObject({ status: 200, body: { message_ids: [second] } });
  expect(await sent()).toBe(2);

  await fail();
  const third = (await send({ text: 'No' })).body.meta.id;
  await send({ text: 'No' });
  await write();
  expect(await retry(third)).toMatchObject({ status: 200, body: { message_ids: [third] } });
  expect(await sent()).toBe(4);
});

test('retry_message: the outcome of a confirmed retry answers the repeated request', async () => {
  const { send, retry, fail, sent } = await conversationOn('telegram');
  await fail({ kind: 'accept_drop' });
  const { id } = (await send({ text: 'Perhaps' })).body.meta;
  expect(await retry(id, { confirm: true })).toMatchObject({ status: 200 });
  expect(await send({ text: 'Perhaps' })).toMatchObject({ status: 200, body: { message_ids: [id] } });
  expect(await sent()).toBe(2);
});

test('send_message: a repeated request with attachments joins the retry of its first message and tells of the others', async () => {
  const { send, retry, fail, sent } = await conversationOn('whatsapp');
  const body = { text: 'Look', attachments: [image] };
  await fail();
  const first = (await send(body)).body.meta.id;
  expect(await retry(first)).toMatchObject({ status: 200, body: { message_ids: [first] } });
  const unsent = await send(body);
  expect(unsent).toMatchObject({ status: 400 });
  const second = unsent.body.meta.id;
  expect(await retry(second)).toMatchObject({ status: 200, body: { message_ids: [second] } });
  expect(await send(body)).toMatchObject({ status: 200, body: { message_ids: [first, second] } });
  expect(await sent()).toBe(2);
});
