import { z } from 'zod';
import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { goneIsDone } from '../platform-call.ts';
import { callTelegram } from './client.ts';
import { messageIdsOf } from './map.ts';

/** https://core.telegram.org/bots/api#deletemessages: of several messages those that are gone are passed over. */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const ids = messageIdsOf(platformId);
    if (ids === undefined) return { platformId };
    const chat_id = session.account.platformId;
    const [first, ...others] = ids;
    const [method, json] =
      others.length === 0
        ? ['deleteMessage', { chat_id, message_id: first }]
        : ['deleteMessages', { chat_id, message_ids: ids }];
    await goneIsDone(callTelegram(session, 'effect', method, { json }, z.literal(true)));
    return { platformId };
  },
};
