import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients, INSTALL_MS } from '../../../judges/installed.ts';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** A judge from outside: grammY, a client library that bots are written with, unchanged. */
const simulator = new TestSimulator();
let account: MadeAccount;
// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let bot: any;
// biome-ignore lint/suspicious/noExplicitAny: the same.
let library: any;

beforeAll(async () => {
  library = await clients();
  await simulator.start();
  account = await simulator.account('telegram', { username: 'acme' });
  const client = { apiRoot: `${simulator.url}/telegram/api` };
  bot = new library.Bot(account.tokens.access_token, { client });
  await bot.init();
}, INSTALL_MS);
afterAll(() => simulator.close());

const visitor = (action: string, text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'telegram', account: account.platform_id, action, text, ...more });
const sample = async (name: string) => {
  const bytes = await (await fetch(`${simulator.url}/files/${name}`)).arrayBuffer();
  return new library.InputFile(new Uint8Array(bytes), name);
};

test('it knows the bot, the channel and its rights', async () => {
  expect(bot.botInfo).toMatchObject({ is_bot: true, username: 'acme_bot' });
  const chat = await bot.api.getChat('@acme');
  expect(chat).toMatchObject({ id: Number(account.platform_id), type: 'channel', title: 'Acme' });
  expect(await bot.api.getChatMember(chat.id, bot.botInfo.id)).toMatchObject({ status: 'administrator' });
});

test('it posts polls, whose options have ids that stay', async () => {
  const { poll } = await bot.api.sendPoll('@acme', 'Which?', [{ text: 'A' }, { text: 'B' }]);
  const ids = poll.options.map(({ persistent_id }: { persistent_id: string }) => persistent_id);
  expect(new Set(ids).size).toBe(2);
  expect(poll).toMatchObject({ allows_revoting: true, members_only: false });
});

test('it posts texts, photos and albums, edits and deletes them', async () => {
  const text = await bot.api.sendMessage('@acme', '<b>Hello</b> #there', { parse_mode: 'HTML' });
  expect(text).toMatchObject({ text: 'Hello #there', entities: [{ type: 'bold' }, { type: 'hashtag' }] });
  expect(await bot.api.editMessageText('@acme', text.message_id, 'Changed')).toMatchObject({ text: 'Changed' });
  const photo = await bot.api.sendPhoto('@acme', await sample('sample.jpg'), { caption: 'Look' });
  expect(photo.photo.at(-1)).toMatchObject({ file_id: expect.any(String), width: expect.any(Number) });
  expect(await bot.api.editMessageCaption('@acme', photo.message_id, { caption: 'See' })).toMatchObject({
    caption: 'See',
  });
  const album = await bot.api.sendMediaGroup('@acme', [
    { type: 'photo', media: await sample('sample.jpg'), caption: 'Two' },
    { type: 'video', media: await sample('sample.mp4') },
  ]);
  expect(new Set(album.map((part: { media_group_id: string }) => part.media_group_id)).size).toBe(1);
  const ids = [text, photo, ...album].map(({ message_id: id }) => id);
  expect(await bot.api.deleteMessages('@acme', ids)).toBe(true);
});

test('it hears by long polling what is written in private and below a post, and answers', async () => {
  const post = await bot.api.sendMessage('@acme', 'Talk to us');
  const heard: Record<string, unknown>[] = [];
  bot.on('message:text', async (ctx: Record<string, never>) => {
    // biome-ignore lint/suspicious/noExplicitAny: the library's context.
    const { message, chat, reply } = ctx as any;
    heard.push({ type: chat.type, text: message.text, about: message.reply_to_message?.forward_origin?.message_id });
    if (chat.type === 'private')
      await reply.call(ctx, 'Hello', { reply_parameters: { message_id: message.message_id } });
  });
  const running = bot.start({ drop_pending_updates: false, timeout: 2 });
  await visitor('comment', 'Nice', { post_id: String(post.message_id) });
  await visitor('message', 'hi');
  await expect
    .poll(() => heard.map(({ text }) => text), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['Nice', 'hi']));
  expect(heard).toEqual(
    expect.arrayContaining([
      { type: 'supergroup', text: 'Nice', about: post.message_id },
      { type: 'private', text: 'hi', about: undefined },
    ]),
  );
  const written = () => simulator.ledger(`account=${account.platform_id}&kind=message`);
  await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(1);
  expect((await written())[0]).toMatchObject({ text: 'Hello' });
  await bot.stop();
  await running;
});

test('it understands the errors', async () => {
  const rejected = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => {
        expect(error).toBeInstanceOf(library.GrammyError);
        const { error_code, description } = error as { error_code: number; description: string };
        return { error_code, description };
      },
    );
  expect(await rejected(bot.api.sendMessage('@nobody', 'x'))).toEqual({
    error_code: 400,
    description: 'Bad Request: chat not found',
  });
  expect((await rejected(bot.api.sendMessage('@acme', 'x'.repeat(4097))))?.description).toContain(
    'message is too long',
  );
  expect((await rejected(bot.api.deleteMessage('@acme', 999_999)))?.error_code).toBe(400);
});
