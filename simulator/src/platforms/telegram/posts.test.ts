import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsBot, asBot, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let bot: AsBot;
const file = (name: string) => `https://simulator.test/files/${name}`;

beforeAll(async () => {
  await simulator.start();
  bot = await asBot(simulator, 'acme');
  await simulator.settings({ rate_limits: false });
});
afterAll(() => simulator.close());

test('the bot, its channel and its rights', async () => {
  const me = await bot.do('getMe');
  expect(me).toMatchObject({ is_bot: true, username: 'acme_bot', supports_inline_queries: false });
  const chat = await bot.do('getChat', { chat_id: '@acme' });
  expect(chat).toMatchObject({
    id: Number(bot.channel),
    type: 'channel',
    title: 'Acme',
    linked_chat_id: expect.any(Number),
  });
  const member = await bot.do('getChatMember', { chat_id: bot.channel, user_id: me.id });
  expect(member).toMatchObject({ status: 'administrator', can_post_messages: true });
  expect(await bot.do('getChatMemberCount', { chat_id: bot.channel })).toBe(1);
});

test('a text with markup, in HTML and MarkdownV2, by JSON and form', async () => {
  const html = await bot.post('<b>Hi</b> &amp; <a href="https://a.example/?x=1&amp;y=2">there</a> 👋 #tag', {
    parse_mode: 'HTML',
  });
  expect(html).toMatchObject({
    text: 'Hi & there 👋 #tag',
    sender_chat: { id: Number(bot.channel), username: 'acme', type: 'channel' },
    entities: [
      { offset: 0, length: 2, type: 'bold' },
      { offset: 5, length: 5, type: 'text_link', url: 'https://a.example/?x=1&y=2' },
      { offset: 14, length: 4, type: 'hashtag' },
    ],
  });
  expect(html.from).toBeUndefined();
  const form = new URLSearchParams({
    chat_id: '@acme',
    text: '*bold* 1\\.5 [x](https://b.example)',
    parse_mode: 'MarkdownV2',
  });
  expect(await bot.do('sendMessage', form)).toMatchObject({
    text: 'bold 1.5 x',
    entities: [{ type: 'bold' }, { type: 'text_link', url: 'https://b.example' }],
  });
  expect((await bot.ledger('post')).at(-1)).toMatchObject({ operation: 'publish', text: 'bold 1.5 x' });
});

test('a photo by address, by upload and by its id; the file can be fetched', async () => {
  const byUrl = await bot.do('sendPhoto', {
    chat_id: bot.channel,
    photo: file('sample.jpg'),
    caption: '<i>c</i>',
    parse_mode: 'HTML',
  });
  expect(byUrl).toMatchObject({ caption: 'c', caption_entities: [{ type: 'italic' }], photo: [{}, { width: 1080 }] });
  expect(byUrl.text).toBeUndefined();
  const form = new FormData();
  form.append('chat_id', bot.channel);
  form.append('photo', await bot.sample('sample.png'), 'sample.png');
  const uploaded = await bot.do('sendPhoto', form);
  const fileId = uploaded.photo.at(-1).file_id;
  const again = await bot.do('sendPhoto', { chat_id: bot.channel, photo: fileId });
  expect(again.photo.at(-1).file_unique_id).toBe(uploaded.photo.at(-1).file_unique_id);
  const { file_path } = await bot.do('getFile', { file_id: fileId });
  const fetched = await fetch(`${simulator.url}/telegram/api/file/bot${bot.account.tokens.access_token}/${file_path}`);
  expect(fetched.headers.get('content-type')).toContain('image/png');
  expect((await bot.ledger('post')).at(-1)).toMatchObject({ media: [{ type: 'image' }] });
});

test('an album is several messages of one group, changed and deleted together', async () => {
  const form = new FormData();
  form.append('chat_id', bot.channel);
  form.append(
    'media',
    JSON.stringify([
      { type: 'photo', media: file('sample.jpg'), caption: 'album' },
      { type: 'video', media: 'attach://v1' },
    ]),
  );
  form.append('v1', await bot.sample('sample.mp4'), 'v.mp4');
  const [first, second] = await bot.do('sendMediaGroup', form);
  expect(second).toMatchObject({ media_group_id: first.media_group_id, video: { mime_type: 'video/mp4' } });
  const id = `${first.message_id},${second.message_id}`;
  expect((await bot.ledger('post')).at(-1)).toMatchObject({
    platform_id: id,
    text: 'album',
    media: [{ type: 'image' }, { type: 'video' }],
  });
  await bot.do('editMessageCaption', { chat_id: bot.channel, message_id: first.message_id, caption: 'better' });
  expect((await bot.ledger('edit')).at(-1)).toMatchObject({ platform_id: id, text: 'better', operation: 'edit_post' });
  const requested = { chat_id: bot.channel, message_ids: [first.message_id, second.message_id] };
  expect([await bot.do('deleteMessages', requested), await bot.do('deleteMessages', requested)]).toEqual([true, true]);
  expect(await bot.ledger('delete')).toMatchObject([{ platform_id: id, operation: 'delete_post' }]);
});

test('polls, documents, animations, buttons, reactions', async () => {
  const chat_id = bot.channel;
  const options = [{ text: 'A' }, { text: 'B' }];
  expect((await bot.do('sendPoll', { chat_id, question: 'Which?', options })).poll).toMatchObject({
    question: 'Which?',
    is_anonymous: true,
    options: [
      { persistent_id: expect.any(String), text: 'A', voter_count: 0 },
      { persistent_id: expect.any(String), text: 'B', voter_count: 0 },
    ],
    // Fields of Bot API 9.6 and 10.0, without which current clients reject a poll.
    allows_revoting: true,
    members_only: false,
  });
  expect((await bot.do('sendDocument', { chat_id, document: file('sample.png') })).document.mime_type).toBe(
    'image/png',
  );
  expect((await bot.do('sendAnimation', { chat_id, animation: file('sample.gif') })).animation).toBeDefined();
  const reply_markup = { inline_keyboard: [[{ text: 'Open', url: 'https://a.example' }]] };
  const post = await bot.post('with a button', { reply_markup });
  expect(post.reply_markup).toEqual(reply_markup);
  const { message_id } = post;
  expect(await bot.do('setMessageReaction', { chat_id, message_id, reaction: [{ type: 'emoji', emoji: '👍' }] })).toBe(
    true,
  );
});

describe('rejections', () => {
  const bad = async (method: string, body: object) => {
    const { status, body: response } = await bot.call(method, { chat_id: bot.channel, ...body });
    expect(response.ok).toBe(false);
    expect(response.error_code).toBe(status);
    return `${status} ${response.description}`;
  };

  test('of texts', async () => {
    expect(await bad('sendMessage', { text: ' ' })).toBe('400 Bad Request: message text is empty');
    expect(await bad('sendMessage', { text: 'x'.repeat(4097) })).toBe('400 Bad Request: message is too long');
    expect(await bad('sendMessage', { text: '<b>x', parse_mode: 'HTML' })).toContain("can't parse entities");
    expect(await bad('sendMessage', { text: 'a.b', parse_mode: 'MarkdownV2' })).toContain("Character '.' is reserved");
    expect(await bad('sendMessage', { text: 'x', chat_id: '@nobody_here' })).toBe('400 Bad Request: chat not found');
    // The markup does not count.
    expect(
      (await bot.call('sendMessage', { chat_id: bot.channel, text: `<b>${'x'.repeat(4096)}</b>`, parse_mode: 'HTML' }))
        .status,
    ).toBe(200);
  });

  test('of media', async () => {
    expect(await bad('sendPhoto', { photo: file('sample.jpg'), caption: 'x'.repeat(1025) })).toContain(
      'message caption is too long',
    );
    expect(await bad('sendPhoto', { photo: 'nonsense' })).toContain('wrong file identifier/HTTP URL specified');
    expect(await bad('sendPhoto', { photo: file('missing.jpg') })).toContain('failed to get HTTP URL content');
    expect(await bad('sendPhoto', { photo: file('sample.mp4') })).toContain('wrong type of the web page content');
    expect(await bad('sendMediaGroup', { media: [{ type: 'photo', media: file('sample.jpg') }] })).toContain('2-10');
  });

  test('of changes', async () => {
    const { message_id } = await bot.post('same');
    expect(await bad('editMessageText', { message_id, text: 'same' })).toContain('message is not modified');
    expect(await bad('editMessageCaption', { message_id, caption: 'x' })).toContain(
      'there is no caption in the message to edit',
    );
    expect(await bad('editMessageText', { message_id: 99999, text: 'x' })).toContain('message to edit not found');
    const photo = await bot.do('sendPhoto', { chat_id: bot.channel, photo: file('sample.jpg') });
    expect(await bad('editMessageText', { message_id: photo.message_id, text: 'x' })).toContain(
      'there is no text in the message to edit',
    );
    expect(await bot.do('deleteMessage', { chat_id: bot.channel, message_id })).toBe(true);
    expect(await bad('deleteMessage', { message_id })).toBe('400 Bad Request: message to delete not found');
  });

  test('of tokens and foreign chats', async () => {
    expect(await bot.call('getMe', {}, '123:abc')).toMatchObject({
      status: 401,
      body: { description: 'Unauthorized' },
    });
    expect(await bot.call('getMe', {}, 'abc')).toMatchObject({ status: 404, body: { description: 'Not Found' } });
    const other = await asBot(simulator);
    expect(await bad('sendMessage', { chat_id: other.channel, text: 'x' })).toBe(
      '403 Forbidden: bot is not a member of the channel chat',
    );
    expect((await bot.call('doNothing')).status).toBe(404);
  });
});

test('limits: 20 a minute in a group, thirty at once, retry_after in the body', async () => {
  await simulator.settings({ rate_limits: true });
  const other = await asBot(simulator);
  const { linked_chat_id: group } = await other.do('getChat', { chat_id: other.channel });
  let seen = await other.call('sendMessage', { chat_id: group, text: 'x' });
  for (let sent = 1; sent <= 20; sent += 1) seen = await other.call('sendMessage', { chat_id: group, text: 'x' });
  const { retry_after } = seen.body.parameters;
  expect(seen).toMatchObject({
    status: 429,
    body: { ok: false, error_code: 429, description: `Too Many Requests: retry after ${retry_after}` },
  });
  await simulator.advance(retry_after);
  expect((await other.call('sendMessage', { chat_id: group, text: 'x' })).status).toBe(200);
  await simulator.fault({ platform: 'telegram', account: other.channel, kind: 'throttle', retry_after_seconds: 5 });
  expect((await other.call('getMe')).body.parameters).toEqual({ retry_after: 5 });
  await simulator.settings({ rate_limits: false });
});
