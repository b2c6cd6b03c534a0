import type { Chat, Entity, FileRow, Media, Message, Person, Store } from './store.ts';
import { messageOf } from './store.ts';

/** https://core.telegram.org/bots/api#message */
export function messageView(store: Store, message: Message, isNested = false): object {
  const { chat, sender_chat, from, text, media, entities } = message;
  const reply = message.reply_to === null || isNested ? undefined : messageOf(store, chat, message.reply_to);
  const isCaption = media !== null;
  const shownEntities = entities.map(entityView);
  return {
    message_id: message.id,
    ...(message.thread === null ? {} : { message_thread_id: message.thread }),
    ...(from === '' ? {} : { from: userView(store, from) }),
    ...(sender_chat === '' ? {} : { sender_chat: chatView(store, sender_chat) }),
    chat: chatView(store, chat),
    date: Math.floor(message.date / 1000),
    ...(message.edit_date === null ? {} : { edit_date: Math.floor(message.edit_date / 1000) }),
    ...(message.forward_of === null ? {} : forwardView(store, message, message.forward_of)),
    ...(reply ? { reply_to_message: messageView(store, reply, true) } : {}),
    ...(message.group === '' ? {} : { media_group_id: message.group }),
    ...(media ? mediaView(store, media) : {}),
    ...(text === '' ? {} : { [isCaption ? 'caption' : 'text']: text }),
    ...(text === '' || entities.length === 0 ? {} : { [isCaption ? 'caption_entities' : 'entities']: shownEntities }),
    ...(message.poll ? { poll: pollView(message.poll) } : {}),
    ...(message.reply_markup ? { reply_markup: message.reply_markup } : {}),
    ...(message.protected ? { has_protected_content: true } : {}),
  };
}

/** A channel's post in the discussion group: it comes from Telegram's own account, in the name of the channel. */
function forwardView(store: Store, message: Message, postId: number): object {
  const channel = message.sender_chat;
  const post = messageOf(store, channel, postId);
  const date = Math.floor((post?.date ?? message.date) / 1000);
  const origin = { type: 'channel', chat: chatView(store, channel), message_id: postId, date };
  return { is_automatic_forward: true, forward_origin: origin };
}

function entityView({ type, offset, length, ...extra }: Entity): object {
  return { offset, length, type, ...extra };
}

export const serviceId = '777000';

export function userView(store: Store, id: string): object {
  if (id === serviceId) return { id: Number(id), is_bot: false, first_name: 'Telegram' };
  const bot = store.bots.get(id);
  if (bot) return { id: Number(id), is_bot: true, first_name: bot.name, username: bot.username };
  const { first_name = 'Somebody', username } = (store.people.get(id) ?? {}) as Partial<Person>;
  return { id: Number(id), is_bot: false, first_name, ...(username ? { username } : {}), language_code: 'en' };
}

export function chatView(store: Store, id: string): object {
  const { type, title, username } = store.chats.get(id) as Chat;
  const name = type === 'private' ? { first_name: title } : { title };
  return { id: Number(id), ...name, ...(username === '' ? {} : { username }), type };
}

function mediaView(store: Store, { type, file_id }: Media): object {
  const file = store.files.get(file_id);
  if (!file) return {};
  const base = { file_id: file.id, file_unique_id: file.unique_id, file_size: file.size };
  const { width, height, duration, mime: mime_type, name: file_name } = file;
  switch (type) {
    case 'photo':
      return { photo: photoSizes(file) };
    case 'video':
      return { video: { ...base, width, height, duration, mime_type, file_name } };
    case 'animation': {
      const animation = { ...base, width, height, duration, mime_type, file_name };
      return { animation, document: { ...base, mime_type, file_name } };
    }
    case 'audio':
      return { audio: { ...base, duration, mime_type, file_name } };
    default:
      return { document: { ...base, mime_type, file_name } };
  }
}

/** The sizes of a photo, smallest first; the last is the largest. */
function photoSizes({ id, unique_id, size, width, height }: FileRow): object[] {
  const scale = Math.min(1, 90 / Math.max(width, height, 1));
  return [
    {
      file_id: `${id}-s`,
      file_unique_id: `${unique_id}s`,
      file_size: Math.min(size, 1200),
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    },
    { file_id: id, file_unique_id: unique_id, file_size: size, width, height },
  ];
}

function pollView({
  id,
  question,
  options,
  is_anonymous,
  type,
  allows_multiple_answers,
}: NonNullable<Message['poll']>) {
  return {
    id,
    question,
    options: options.map((text, index) => ({ persistent_id: `${id}-${index}`, text, voter_count: 0 })),
    total_voter_count: 0,
    is_closed: false,
    is_anonymous,
    type,
    allows_multiple_answers,
    allows_revoting: type === 'regular',
    members_only: false,
  };
}

export function permalink(chat: Chat, id: number): string {
  return chat.username === '' ? `https://t.me/c/${chat.id.slice(4)}/${id}` : `https://t.me/${chat.username}/${id}`;
}
