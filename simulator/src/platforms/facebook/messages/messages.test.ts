import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../core/testing.ts';
import { CallbackReceiver } from '../../meta/test-callbacks.ts';
import type { PlatformSimulator } from '../../meta/test-simulator.ts';
import { signatureOf } from '../../meta/testing.ts';
import { startSimulator, TestFacebook } from '../testing.ts';

let simulator: PlatformSimulator;
let receiver: CallbackReceiver;
let page: TestFacebook;

beforeAll(async () => {
  simulator = await startSimulator();
  receiver = await new CallbackReceiver().start();
  page = await TestFacebook.make(simulator, 'acmebakery');
  await page.subscribe(receiver.url);
  await page.publish();
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

/** The change that has this text in it. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function callback(text: string): Promise<any> {
  const found = await until(
    async () => receiver.received.find(({ raw }) => raw.includes(text)),
    (one) => one !== undefined,
  );
  expect(found?.headers['x-hub-signature-256']).toBe(signatureOf(found?.raw ?? '', page.account.app.client_secret));
  return JSON.parse(found?.raw ?? '').entry[0];
}

describe('messages', () => {
  const send = (id: string, message: object, more: object = {}) =>
    page.postJson('me/messages', { recipient: { id }, messaging_type: 'RESPONSE', message, ...more });

  async function person(text: string, username: string): Promise<string> {
    const { platform_id } = await page.visitor('message', text, { username });
    return (await page.get(platform_id, { fields: 'from' })).body.from.id;
  }

  test('come by callback, are listed, are answered within a day', async () => {
    const id = await person('hello there', 'kim.lee');
    const entry = await callback('hello there');
    expect(String(entry.time)).toHaveLength(13);
    expect(entry.messaging[0]).toMatchObject({ sender: { id }, recipient: { id: page.id } });
    const sent = await send(id, { text: 'Hello Kim!', metadata: 'ref-1' });
    expect(sent.body).toEqual({ recipient_id: id, message_id: expect.stringMatching(/^m_/) });
    expect((await callback('Hello Kim!')).messaging[0].message).toMatchObject({
      is_echo: true,
      app_id: Number(page.account.app.client_id),
      metadata: 'ref-1',
      mid: sent.body.message_id,
    });
    const fields =
      'id,updated_time,snippet,unread_count,message_count,participants,can_reply,messages.limit(5){id,message,from,to,created_time,attachments}';
    const { data } = (await page.get('me/conversations', { platform: 'messenger', fields, user_id: id })).body;
    expect(data[0]).toMatchObject({ snippet: 'Hello Kim!', unread_count: 0, message_count: 2, can_reply: true });
    expect(data[0].messages.data.map(({ message }: { message: string }) => message)).toEqual([
      'Hello Kim!',
      'hello there',
    ]);
    expect((await page.get(id, { fields: 'first_name,last_name,profile_pic' })).body).toMatchObject({
      first_name: 'Kim',
      last_name: 'Lee',
    });
    await simulator.advance(86_401);
    expect((await send(id, { text: 'Late' })).body.error).toMatchObject({ code: 10, error_subcode: 2018278 });
    const tagged = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
    expect((await send(id, { text: 'Late' }, tagged)).status).toBe(200);
    expect((await send(id, { text: 'x' }, { ...tagged, tag: 'ACCOUNT_UPDATE' })).body.error.code).toBe(100);
  });

  test('attachments, their ids, templates, reactions, what is rejected', async () => {
    const id = await person('pictures?', 'ann');
    const image = { type: 'image', payload: { url: 'https://simulator.test/files/sample.jpg', is_reusable: true } };
    const { body } = await send(id, { attachment: image });
    expect(body.attachment_id).toMatch(/^18/);
    const again = { type: 'image', payload: { attachment_id: body.attachment_id } };
    expect((await send(id, { attachment: again })).status).toBe(200);
    const { attachments } = (await page.get(body.message_id, { fields: 'attachments' })).body;
    expect(attachments.data[0].image_data.url).toContain('sample.jpg');
    const buttons = [{ type: 'postback', title: 'Go', payload: 'GO' }];
    const template = { type: 'template', payload: { template_type: 'button', text: 'Pick', buttons } };
    expect((await send(id, { attachment: template })).status).toBe(200);
    const react = {
      recipient: { id },
      sender_action: 'react',
      payload: { message_id: body.message_id, reaction: 'love' },
    };
    expect((await page.postJson('me/messages', react)).body).toEqual({ recipient_id: id });
    expect((await send(id, { text: 'x'.repeat(2001) })).status).toBe(400);
    expect((await send('123', { text: 'x' })).body.error.error_subcode).toBe(2018001);
    const none = { type: 'image', payload: { url: 'https://simulator.test/files/none.jpg' } };
    expect((await send(id, { attachment: none })).body.error.error_subcode).toBe(2018008);
  });

  test('a private reply, once', async () => {
    const { platform_id: comment_id } = await page.visitor('comment', 'How much?', { username: 'bob' });
    const reply = () => page.postJson('me/messages', { recipient: { comment_id }, message: { text: 'Here' } });
    expect((await reply()).body.message_id).toMatch(/^m_/);
    expect((await reply()).body.error).toMatchObject({ code: 100, error_subcode: 2534025 });
    expect((await page.get(comment_id, { fields: 'can_reply_privately' })).body.can_reply_privately).toBe(false);
  });
});
