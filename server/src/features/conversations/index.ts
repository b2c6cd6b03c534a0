import { listConversations } from './list-conversations.ts';

export const conversationOperations = [listConversations];
