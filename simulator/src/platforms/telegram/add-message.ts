import { serviceId } from './message-view.ts';
import { pushUpdate } from './push-update.ts';
import type { Chat, Message, Store } from './store.ts';

export type Draft = Partial<Omit<Message, 'key' | 'chat' | 'id' | 'date'>>;

/** Adds a message to a chat; a channel's post is forwarded to its discussion group. To be called inside an effect. */
export function addMessage(store: Store, chatId: string, draft: Draft): Message {
  const message = put(store, chatId, draft);
  const chat = store.chats.get(chatId);
  if (chat?.type === 'channel' && chat.linked !== '') forward(store, chat, message);
  return message;
}

function put(store: Store, chatId: string, draft: Draft): Message {
  const chat = store.chats.get(chatId) as Chat;
  const id = chat.last_message + 1;
  store.chats.put(chatId, { ...chat, last_message: id });
  const message: Message = {
    from: '',
    sender_chat: '',
    edit_date: null,
    text: '',
    entities: [],
    media: null,
    group: '',
    poll: null,
    reply_to: null,
    thread: null,
    forward_of: null,
    reply_markup: null,
    reactions: [],
    protected: false,
    ...draft,
    key: `${chatId} ${id}`,
    chat: chatId,
    id,
    date: store.world.clock.now(),
  };
  store.messages.put(message.key, message);
  return message;
}

function forward(store: Store, channel: Chat, post: Message): void {
  const { text, entities, media, group, poll } = post;
  const copy = put(store, channel.linked, {
    text,
    entities,
    media,
    group,
    poll,
    from: serviceId,
    sender_chat: channel.id,
    forward_of: post.id,
  });
  pushUpdate(store, channel.id, 'message', copy);
}

/** The forward of a channel's post in its discussion group. */
export function forwardOf(store: Store, channelId: string, postId: number): Message | undefined {
  const group = store.chats.get(channelId)?.linked ?? '';
  return store.messages.where('chat', group).find(({ forward_of }) => forward_of === postId);
}
