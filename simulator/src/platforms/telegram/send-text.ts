import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { addMessage, type Draft } from './add-message.ts';
import { type Formatted, fromHtml, fromMarkdown, plain } from './entities.ts';
import { badRequest } from './errors.ts';
import { callingBot, entitiesIn, flag, objectIn, optionsIn, whole, writableChat } from './input.ts';
import { ledgerMedia, messageName } from './ledger.ts';
import { messageView } from './message-view.ts';
import { type Chat, type Message, messageOf, type Poll, type Store } from './store.ts';

const textMax = 4096;
export const captionMax = 1024;
const questionMax = 300;
const optionMax = 100;
const optionsMax = 12;

export function ok(result: unknown): PlatformResponse {
  return json({ ok: true, result });
}

/** https://core.telegram.org/bots/api#sendmessage */
export function sendMessage(store: Store, call: Call): PlatformResponse {
  const chat = writableChat(store, call);
  const { text, entities } = formatted(call, 'text', 'entities');
  if (text === '') throw badRequest('message text is empty');
  if (text.length > textMax) throw badRequest('message is too long');
  const draft = { ...commonDraft(store, call, chat), text, entities };
  return ok(messageView(store, send(store, call, chat, [draft])[0] as Message));
}

/** The text of a field after its markup is read; lengths count from here on. */
export function formatted(call: Call, field: string, entitiesField: string): Formatted {
  const source = call.input(field) ?? '';
  switch (call.input('parse_mode')?.toLowerCase()) {
    case undefined:
    case '':
      return plain(source, entitiesIn(call, entitiesField));
    case 'html':
      return fromHtml(source);
    case 'markdownv2':
      return fromMarkdown(source);
    case 'markdown':
      return plain(source.replace(/[*_`]/g, ''));
    default:
      throw badRequest('unsupported parse_mode');
  }
}

export function caption(call: Call): Formatted {
  const read = formatted(call, 'caption', 'caption_entities');
  if (read.text.length > captionMax) throw badRequest('message caption is too long');
  return read;
}

/** The sender, the message that is answered, and the buttons. */
export function commonDraft(store: Store, call: Call, chat: Chat): Draft {
  const bot = callingBot(store, call);
  const reply = objectIn<{ message_id?: number; allow_sending_without_reply?: boolean }>(call, 'reply_parameters');
  const wanted = reply?.message_id ?? whole(call, 'reply_to_message_id');
  const answered = wanted === undefined ? undefined : messageOf(store, chat.id, Number(wanted));
  if (wanted !== undefined && !answered && !reply?.allow_sending_without_reply)
    throw badRequest('message to be replied not found');
  const named = whole(call, 'message_thread_id');
  if (named !== undefined && !messageOf(store, chat.id, named)) throw badRequest('message thread not found');
  const thread = named ?? threadOf(answered);
  const markup = objectIn<object>(call, 'reply_markup');
  return {
    ...(chat.type === 'channel' ? { sender_chat: chat.id } : { from: bot.id }),
    reply_to: answered?.id ?? null,
    thread: chat.type === 'supergroup' ? (thread ?? null) : null,
    reply_markup: markup ?? null,
    protected: flag(call, 'protect_content'),
  };
}

/** In a discussion group a thread is named by the forwarded post that it is about. */
export function threadOf(message: Message | undefined): number | undefined {
  if (!message) return undefined;
  return message.forward_of === null ? (message.thread ?? undefined) : message.id;
}

/** Adds messages that belong together, one entry of the ledger for all. */
export function send(store: Store, call: Call, chat: Chat, drafts: readonly Draft[]): Message[] {
  return call.effect(() => {
    for (const { media } of drafts) if (media) keepPending(call, media.file_id);
    const messages = drafts.map((draft) => addMessage(store, chat.id, draft));
    const [first] = messages;
    if (!first) return messages;
    call.record({
      kind: chat.type === 'channel' ? 'post' : chat.type === 'private' ? 'message' : 'reply',
      platform_id: messages.map((message) => messageName(store, message)).join(),
      text: messages.map(({ text }) => text).find((text) => text !== '') ?? first.poll?.question ?? '',
      media: messages.flatMap((message) => ledgerMedia(store, message)),
      ...(first.reply_to === null ? {} : { in_reply_to: String(first.reply_to) }),
    });
    return messages;
  });
}

/** Files that a call has found are stored together with the message that shows them. */
const pending = new WeakMap<Call, Map<string, () => void>>();

export function keepLater(call: Call, fileId: string, keep: () => void): void {
  const files = pending.get(call) ?? new Map<string, () => void>();
  pending.set(call, files.set(fileId, keep));
}

export function keepPending(call: Call, fileId: string): void {
  pending.get(call)?.get(fileId)?.();
}

/** https://core.telegram.org/bots/api#sendpoll */
export function sendPoll(store: Store, call: Call): PlatformResponse {
  const chat = writableChat(store, call);
  const question = call.input('question')?.trim() ?? '';
  const options = optionsIn(call);
  if (question === '') throw badRequest('poll question must be non-empty');
  if (question.length > questionMax) throw badRequest(`poll question length must not exceed ${questionMax}`);
  if (options.length < 1) throw badRequest('poll must have at least 1 option');
  if (options.length > optionsMax) throw badRequest(`poll can't have more than ${optionsMax} options`);
  if (options.some((option) => option === '')) throw badRequest('poll options must be non-empty');
  if (options.some((option) => option.length > optionMax))
    throw badRequest(`poll options length must not exceed ${optionMax}`);
  const isAnonymous = call.input('is_anonymous') === undefined || flag(call, 'is_anonymous');
  if (chat.type === 'channel' && !isAnonymous) throw badRequest("non-anonymous polls can't be sent to channel chats");
  const poll: Poll = {
    id: store.world.ids.digits('5', 19),
    question,
    options,
    is_anonymous: isAnonymous,
    allows_multiple_answers: flag(call, 'allows_multiple_answers'),
    type: call.input('type') ?? 'regular',
  };
  const [message] = send(store, call, chat, [{ ...commonDraft(store, call, chat), poll }]);
  return ok(messageView(store, message as Message));
}
