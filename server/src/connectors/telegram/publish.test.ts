import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Media, MultipartPart, PlatformRequest } from '../../core/session.ts';
import { auth } from './auth.ts';
import { editing } from './editing.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { CHANNEL, no, ok, telegramSession } from './session.fake.ts';

const content = (fields: Partial<Content> = {}): Content => ({ text: 'Hi', media: [], options: {}, ...fields });
const image: Media = { type: 'image', url: 'https://a.example/x' };
const video: Media = { type: 'video', url: 'https://a.example/v' };
const chat = { id: -1001234567890, type: 'channel', title: 'Acme', username: 'acme_news' };
const message = (message_id: number) => ({ message_id, chat, date: 1 });

async function publish(post: Content, result: unknown = message(42), contentType?: string) {
  const fake = telegramSession(() => ok(result), contentType);
  const prepared = (await publishing.prepare?.(fake.session, post)) ?? {};
  expect(fake.requests).toEqual([]);
  const published = await publishing.send(fake.session, post, prepared, 'key');
  return { ...fake, published, body: fake.requests[0]?.body };
}

function formOf(body: PlatformRequest['body']): Record<string, MultipartPart['value'] | undefined> {
  const parts = body !== undefined && 'multipart' in body ? body.multipart : [];
  return Object.fromEntries(parts.map(({ name, value, type }) => [name, typeof value === 'string' ? value : type]));
}

test('a text is a message with its options', async () => {
  const options = { parse_mode: 'HTML', disable_notification: true, disable_link_preview: true };
  const { methods, published, body } = await publish(content({ text: '<b>Hi</b>', options }));
  expect(published).toEqual({ platformId: '42', permalink: 'https://t.me/acme_news/42' });
  expect(methods()).toEqual(['sendMessage']);
  expect(body).toEqual({
    json: {
      chat_id: CHANNEL,
      text: '<b>Hi</b>',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      disable_notification: true,
    },
  });
});

test.each([
  ['sendPhoto', 'photo', image, 'image/png'],
  ['sendAnimation', 'animation', image, 'image/gif'],
  ['sendVideo', 'video', video, 'video/mp4'],
])('%s for one item', async (method, field, item, type) => {
  const { methods, body } = await publish(content({ media: [item] }), message(42), type);
  expect(methods()).toEqual([method]);
  expect(formOf(body)).toEqual({ chat_id: CHANNEL, caption: 'Hi', [field]: type });
});

test('several items are an album, whose first one has the text', async () => {
  const post = content({ media: [image, video], options: { protect_content: true } });
  const { methods, published, body } = await publish(post, [message(42), message(43)]);
  expect(published).toEqual({ platformId: '42,43', permalink: 'https://t.me/acme_news/42' });
  expect(methods()).toEqual(['sendMediaGroup']);
  const { media, ...rest } = formOf(body);
  expect(rest).toEqual({ chat_id: CHANNEL, protect_content: 'true', file0: 'image/png', file1: 'video/mp4' });
  expect(JSON.parse(String(media))).toEqual([
    { type: 'photo', media: 'attach://file0', caption: 'Hi' },
    { type: 'video', media: 'attach://file1' },
  ]);
});

test.each([
  [{ visibility: 'private' }, 'visibility'],
  [{ options: { parse_mode: 'html' } }, 'platform_data'],
  [{ media: [{ type: 'file', url: 'https://a.example/x.pdf' }] }, 'media'],
])('%j is rejected', async (fields, field) => {
  await expect(publish(content(fields as Partial<Content>))).rejects.toMatchObject({
    kind: 'rejected',
    facts: { field },
  });
});

test('the whole album is removed, and a missing message counts as removed', async () => {
  const { session, requests, methods } = telegramSession((method) =>
    method === 'deleteMessage' ? no(400, 'Bad Request: message to delete not found') : ok(true),
  );
  for (const platformId of ['42', '42,43', '../accounts', '']) {
    expect(await removal.send(session, { platformId }, {}, 'key')).toEqual({ platformId });
  }
  expect(methods()).toEqual(['deleteMessage', 'deleteMessages']);
  expect(requests[1]?.body).toEqual({ json: { chat_id: CHANNEL, message_ids: [42, 43] } });
});

test('an edit changes the text, or the caption of a message without text', async () => {
  const edit = { platformId: '42,43', text: 'Better' };
  const caption = telegramSession((method) =>
    method === 'editMessageText' ? no(400, 'Bad Request: there is no text in the message to edit') : ok(message(42)),
  );
  expect(await editing.send(caption.session, edit, {}, 'key')).toMatchObject({ platformId: '42,43' });
  expect(caption.requests.map(({ body }) => body)).toEqual([
    { json: { chat_id: CHANNEL, message_id: 42, text: 'Better' } },
    { json: { chat_id: CHANNEL, message_id: 42, caption: 'Better' } },
  ]);
  const same = telegramSession(() => no(400, 'Bad Request: message is not modified: specified new message content'));
  expect(await editing.send(same.session, edit, {}, 'key')).toMatchObject({ platformId: '42,43' });
  const missing = telegramSession(() => no(400, 'Bad Request: message to edit not found'));
  await expect(editing.send(missing.session, edit, {}, 'key')).rejects.toMatchObject({ kind: 'not_found' });
});

test('the account is the channel, and the bot must be allowed to post there', async () => {
  const rights = { status: 'administrator', can_post_messages: true };
  const profile = (member: object) => {
    const responses: Record<string, unknown> = {
      getMe: { id: 123456, username: 'acme_bot' },
      getChat: { ...chat, linked_chat_id: -1009876543210 },
      getChatMember: member,
    };
    return auth.profile(telegramSession((method) => ok(responses[method])).session);
  };
  expect(await profile(rights)).toMatchObject({
    platformId: CHANNEL,
    username: 'acme_news',
    name: 'Acme',
    metadata: { bot_username: 'acme_bot', linked_chat_id: '-1009876543210' },
  });
  for (const member of [{ status: 'left' }, { ...rights, can_post_messages: false }]) {
    await expect(profile(member)).rejects.toMatchObject({ kind: 'forbidden' });
  }
});
