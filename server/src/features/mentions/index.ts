import { listMentions } from './list-mentions.ts';
import { replyToMention } from './reply-to-mention.ts';

export const mentionOperations = [listMentions, replyToMention];
export { mentionReplyAction } from './mention-reply.action.ts';
export { removeMention, storeMentions } from './store-mentions.ts';
