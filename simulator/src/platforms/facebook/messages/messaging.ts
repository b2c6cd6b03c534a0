import type { Messaging, MessagingRules } from '../../meta/visitor-messages.ts';
import { personFor } from '../people.ts';
import type { Facebook, MessageRow } from '../store.ts';
import { sendMessageCallback, sendMessaging } from '../webhooks.ts';
import { putMessage } from './conversations.ts';

/** https://developers.facebook.com/docs/messenger-platform/webhooks */
const rules: MessagingRules = {
  kinds: ['text', 'image', 'video', 'audio', 'file', 'quick_reply'],
  fields: {
    deliveries: 'message_deliveries',
    reads: 'message_reads',
    reactions: 'message_reactions',
    edits: 'message_edits',
    postbacks: 'messaging_postbacks',
    referrals: 'messaging_referrals',
  },
  readBy: 'watermark',
  canUnsend: false,
};

export function messagingOf(facebook: Facebook): Messaging<MessageRow> {
  return {
    ...facebook,
    rules,
    person(action) {
      const person = personFor(facebook, action);
      return person;
    },
    put: (options) => putMessage(facebook, options),
    tell: (row) => sendMessageCallback(facebook, row),
    send: (account, field, messaging) => sendMessaging(facebook, account, field, messaging),
  };
}
