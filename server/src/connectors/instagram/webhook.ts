import type { Inbound, InboundItem, InboundNotice } from '../../core/inbound/callbacks.ts';
import type { SessionAccount } from '../../core/session.ts';
import { hubNotices, messagingItems } from '../shared/meta/messaging.ts';
import {
  echoHubChallenge,
  type HubChange,
  hubChange,
  hubUpdates,
  noticeKey,
  verifyHubSignature,
} from '../shared/meta/webhook.ts';
import { isOwn, toComment } from './map.ts';
import { commentNotice, mentionNotice } from './wire.ts';

const COMMENT_FIELDS = new Set(['comments', 'live_comments']);

/**
 * Callbacks of the object `instagram`: comments, mentions and private messages. What we do not know is kept and gives no
 * items. Instagram never reports edits and deletions of comments.
 * https://developers.facebook.com/docs/instagram-platform/webhooks
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  updates: hubUpdates,
  split: (body) => hubNotices(body, 'instagram', toNotice),
  parse({ payload }, account) {
    const lines = messagingItems(payload, account, (id) => isOwn(id, undefined, account));
    if (lines !== undefined) return lines;
    const change = hubChange.safeParse(payload).data;
    if (change === undefined) return [];
    if (change.field === 'mentions') return parseMention(change);
    return COMMENT_FIELDS.has(change.field) ? parseComment(change, account) : [];
  },
};

function toNotice(change: HubChange): InboundNotice[] {
  const { accountId, time, field, value } = change;
  // Both accounts of a shared post get the callback, so the account is part of the key.
  const noticeOf = (key: string): InboundNotice[] => [{ key, platformAccountId: accountId, payload: change }];
  const mention = field === 'mentions' ? mentionNotice.safeParse(value).data : undefined;
  if (mention !== undefined) return noticeOf(`mention:${accountId}:${mention.comment_id ?? mention.media_id}`);
  const comment = COMMENT_FIELDS.has(field) ? commentNotice.safeParse(value).data : undefined;
  if (comment !== undefined) return noticeOf(`comment:${accountId}:${comment.id}`);
  return noticeOf(noticeKey(field, accountId, [time, value]));
}

function parseMention({ value }: HubChange): InboundItem[] {
  const { data } = mentionNotice.safeParse(value);
  if (data === undefined) return [];
  const mention = { mentionId: data.comment_id ?? data.media_id, platformPostId: data.media_id };
  return [{ kind: 'mention_notice', mention }];
}

function parseComment(change: HubChange, account: SessionAccount): InboundItem[] {
  const notice = commentNotice.safeParse(change.value);
  if (notice.data === undefined) return [];
  const { media, parent_id, ...words } = notice.data;
  const parentId = parent_id === media.id ? undefined : parent_id;
  const wire = { ...words, timestamp: new Date(change.time * 1000) };
  const place = { platformPostId: media.id, parentId };
  return [{ kind: 'comment', comment: toComment(wire, change.value, place, account) }];
}
