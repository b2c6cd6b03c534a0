import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { deleteMessage, deleteMessages, editCaption, editText } from './change-messages.ts';
import * as chats from './chats.ts';
import { getFile } from './files.ts';
import { chatAt } from './input.ts';
import { sendFile, sendMediaGroup } from './send-media.ts';
import { sendMessage, sendPoll } from './send-text.ts';
import type { Store } from './store.ts';
import { deleteWebhook, getUpdates } from './updates.ts';

type Handle = (store: Store, call: Call) => PlatformResponse | Promise<PlatformResponse>;

/** A post in a channel, a reply in its discussion group, a message to a person. */
const sendOperations = ['publish', 'reply', 'send_message'] as const;
const deleteOperations = ['delete_post', 'delete_comment', 'other'] as const;

export interface BotMethod {
  readonly name: string;
  /** One name, or one each for channel, discussion group and private chat. */
  readonly operation: Operation | readonly [Operation, Operation, Operation];
  readonly handle: Handle;
}

function method(name: string, operation: BotMethod['operation'], handle: Handle): BotMethod {
  return { name, operation, handle };
}

/** https://core.telegram.org/bots/api#available-methods */
export const methods: readonly BotMethod[] = [
  method('getMe', 'profile', chats.getMe),
  method('getChat', 'profile', chats.getChat),
  method('getChatMember', 'profile', chats.getChatMember),
  method('getChatMemberCount', 'other', chats.getChatMemberCount),

  method('sendMessage', sendOperations, sendMessage),
  method('sendPhoto', sendOperations, (store, call) => sendFile(store, call, 'photo')),
  method('sendVideo', sendOperations, (store, call) => sendFile(store, call, 'video')),
  method('sendAnimation', sendOperations, (store, call) => sendFile(store, call, 'animation')),
  method('sendDocument', sendOperations, (store, call) => sendFile(store, call, 'document')),
  method('sendMediaGroup', sendOperations, sendMediaGroup),
  method('sendPoll', sendOperations, sendPoll),

  method('editMessageText', 'edit_post', editText),
  method('editMessageCaption', 'edit_post', editCaption),
  method('deleteMessage', deleteOperations, deleteMessage),
  method('deleteMessages', deleteOperations, deleteMessages),
  method('setMessageReaction', 'other', chats.setReaction),

  method('getUpdates', 'messages', getUpdates),
  method('deleteWebhook', 'subscribe', deleteWebhook),
  method('getFile', 'other', getFile),
];

export function operationOf(store: Store, { operation }: BotMethod, call: Call): Operation {
  if (typeof operation === 'string') return operation;
  const [inChannel, inGroup, inPrivate] = operation;
  switch (chatAt(store, call.input('chat_id') ?? '')?.type) {
    case 'private':
      return inPrivate;
    case 'supergroup':
    case 'group':
      return inGroup;
    default:
      return inChannel;
  }
}
