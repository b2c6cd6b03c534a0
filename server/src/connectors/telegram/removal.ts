import { z } from 'zod';
import { removalBy } from '../shared/removal.ts';
import { callTelegram } from './client.ts';
import { messageIdsOf } from './map.ts';

/** https://core.telegram.org/bots/api#deletemessages skips messages that are missing. */
export const removal = removalBy(async (session, platformId) => {
  const ids = messageIdsOf(platformId);
  if (ids === undefined) return;
  const chat_id = session.account.platformId;
  const [first, ...others] = ids;
  const [method, json] =
    others.length === 0
      ? ['deleteMessage', { chat_id, message_id: first }]
      : ['deleteMessages', { chat_id, message_ids: ids }];
  await callTelegram(session, 'effect', method, { json }, z.literal(true));
});
