import { graphMessages, graphPrivateReply, type Messenger } from '../shared/meta/messages.ts';
import { API } from './client.ts';

/** Messenger, as the Page. https://developers.facebook.com/docs/messenger-platform */
const messenger: Messenger = {
  api: API,
  platform: 'messenger',
  limits: {
    textLengthMax: 2000,
    attachments: ['image', 'video', 'audio', 'file'],
    // Three further tags ended on 27 April 2026.
    tags: ['HUMAN_AGENT', 'CUSTOMER_FEEDBACK'],
    isInteractive: true,
    takesReplyTo: true,
    windowHours: 24,
    tagWindowHours: 7 * 24,
  },
  reports: ['delivered', 'read', 'postback', 'referral', 'reaction', 'edit'],
  isOwn: (id, account) => id === account.platformId,
};

export const messages = graphMessages(messenger);
export const privateReply = graphPrivateReply(messenger);
