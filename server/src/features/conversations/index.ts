import { listConversations } from './list-conversations.ts';

export const conversationOperations = [listConversations];
export { storeMessageChanges, storeMessageStatuses } from './store-message-changes.ts';
export { storeMessages } from './store-messages.ts';
