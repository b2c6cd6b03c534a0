import { getConversation } from './get-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './messages/list-messages.ts';
import { retryMessage } from './messages/retry-message.ts';
import { sendMessage } from './messages/send-message.ts';
import { markConversationRead, markConversationUnread } from './read-conversation.ts';
import { updateConversation } from './update-conversation.ts';

export const conversationOperations = [
  listConversations,
  getConversation,
  updateConversation,
  markConversationRead,
  markConversationUnread,
  listMessages,
  sendMessage,
  retryMessage,
];
export { hasConversationWith } from './conversation.repository.ts';
export { messageAction } from './messages/message.action.ts';
export { nameSender } from './messages/own-message.repository.ts';
export { storeMessageChanges, storeMessageStatuses } from './store-message-changes.ts';
export { storeMessages } from './store-messages.ts';
