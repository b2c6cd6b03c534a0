import { graphMessages, graphPrivateReply, type Messenger } from '../shared/meta/messages.ts';
import { API } from './client.ts';
import { isOwn } from './map.ts';

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api */
const messenger: Messenger = {
  api: API,
  platform: 'instagram',
  limits: {
    textLengthMax: 1000,
    count: (text) => Buffer.byteLength(text),
    attachments: ['image', 'video', 'audio', 'file'],
    tags: ['HUMAN_AGENT'],
    isInteractive: true,
    takesReplyTo: true,
    windowHours: 24,
    tagWindowHours: 7 * 24,
  },
  reports: ['read', 'postback', 'referral', 'reaction', 'edit', 'removal'],
  isOwn: (id, account) => isOwn(id, undefined, account),
};

export const messages = graphMessages(messenger);
export const privateReply = graphPrivateReply(messenger);
