import type { Call, PlatformResponse } from '../../core/platform.ts';
import { forwardOf } from './add-message.ts';
import { badRequest } from './errors.ts';
import { callingBot, chatOf, objectIn, plainList, whole } from './input.ts';
import { ledgerMedia, messageName, postId } from './ledger.ts';
import { messageView } from './message-view.ts';
import { caption, formatted, keepPending, ok } from './send-text.ts';
import { type Message, messageOf, type Store } from './store.ts';

const deletionsMax = 100;

/** https://core.telegram.org/bots/api#editmessagetext */
export function editText(store: Store, call: Call): PlatformResponse {
  const message = ownMessage(store, call);
  if (message.media || message.poll) throw badRequest('there is no text in the message to edit');
  const { text, entities } = formatted(call, 'text', 'entities');
  if (text === '') throw badRequest('message text is empty');
  if (text.length > 4096) throw badRequest('message is too long');
  return change(store, call, message, { text, entities, ...markup(call) });
}

export function editCaption(store: Store, call: Call): PlatformResponse {
  const message = ownMessage(store, call);
  if (!message.media) throw badRequest('there is no caption in the message to edit');
  return change(store, call, message, { ...caption(call), ...markup(call) });
}

/** Buttons that are not named are taken away. */
function markup(call: Call): Pick<Message, 'reply_markup'> {
  return { reply_markup: objectIn<object>(call, 'reply_markup') ?? null };
}

function ownMessage(store: Store, call: Call): Message {
  const chat = chatOf(store, call);
  const message = messageOf(store, chat.id, whole(call, 'message_id') ?? 0);
  if (!message) throw badRequest('message to edit not found');
  const isOwn = chat.type === 'channel' ? message.sender_chat === chat.id : message.from === callingBot(store, call).id;
  if (!isOwn) throw badRequest("message can't be edited");
  return message;
}

function change(store: Store, call: Call, before: Message, wanted: Partial<Message>): PlatformResponse {
  const isSame = (Object.keys(wanted) as (keyof Message)[]).every(
    (name) => JSON.stringify(wanted[name]) === JSON.stringify(before[name]),
  );
  if (isSame)
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  const after: Message = { ...before, ...wanted, edit_date: store.world.clock.now() };
  call.effect(() => {
    if (wanted.media) keepPending(call, wanted.media.file_id);
    store.messages.put(after.key, after);
    const forward = forwardOf(store, after.chat, after.id);
    if (forward) store.messages.put(forward.key, { ...forward, ...wanted, reply_markup: null });
    const media = albumOf(store, after).flatMap((message) => ledgerMedia(store, message));
    call.record({ kind: 'edit', platform_id: postId(store, after), text: after.text, media });
  });
  return ok(messageView(store, after));
}

function albumOf(store: Store, message: Message): Message[] {
  if (message.group === '') return [message];
  return store.messages.where('group', message.group).filter(({ chat }) => chat === message.chat);
}

/** https://core.telegram.org/bots/api#deletemessage : the bot is an administrator, so it may delete what others wrote. */
export function deleteMessage(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  const message = messageOf(store, chat.id, whole(call, 'message_id') ?? 0);
  if (!message) throw badRequest('message to delete not found');
  if (chat.type === 'private' && message.date < store.world.clock.now() - 48 * 3600 * 1000)
    throw badRequest("message can't be deleted for everyone");
  call.effect(() => remove(store, call, [message]));
  return ok(true);
}

/** Unknown messages are skipped. */
export function deleteMessages(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  const ids = plainList(call, 'message_ids') ?? [];
  if (ids.length < 1 || ids.length > deletionsMax) throw badRequest('message_ids must have 1-100 identifiers');
  const messages = ids.flatMap((id) => messageOf(store, chat.id, Number(id)) ?? []);
  if (messages.length > 0) call.effect(() => remove(store, call, messages));
  return ok(true);
}

/** The messages of one album are one entry of the ledger. The forward of a post goes with it, comments stay. */
function remove(store: Store, call: Call, messages: readonly Message[]): void {
  const posts = Map.groupBy(messages, ({ id, group }) => group || String(id));
  for (const parts of posts.values())
    call.record({
      kind: 'delete',
      platform_id: parts.map((part) => messageName(store, part)).join(),
      text: parts[0]?.text ?? '',
    });
  for (const message of messages) {
    const forward = forwardOf(store, message.chat, message.id);
    if (forward) store.messages.delete(forward.key);
    store.messages.delete(message.key);
  }
}
