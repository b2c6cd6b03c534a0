import type { Messaging, MessagingRules } from '../../meta/visitor-messages.ts';
import { personFor } from '../people.ts';
import type { Instagram, MessageRow } from '../store.ts';
import { sendMessageCallback, sendMessaging } from '../webhooks.ts';
import { putMessage } from './conversations.ts';

/** https://developers.facebook.com/docs/instagram-platform/webhooks */
const rules: MessagingRules = {
  kinds: ['text', 'image', 'video', 'audio', 'file', 'quick_reply', 'story_mention', 'story_reply'],
  fields: {
    reads: 'messaging_seen',
    reactions: 'message_reactions',
    edits: 'message_edit',
    postbacks: 'messaging_postbacks',
    referrals: 'messaging_referral',
  },
  readBy: 'mid',
  canUnsend: true,
};

export function messagingOf(instagram: Instagram): Messaging<MessageRow> {
  return {
    ...instagram,
    rules,
    person: (action) => personFor(instagram, action),
    put: (options) => putMessage(instagram, options),
    tell: (row) => sendMessageCallback(instagram, row),
    send: (account, field, messaging) => sendMessaging(instagram, account, field, messaging),
  };
}
