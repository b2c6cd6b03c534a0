import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { echoHubChallenge, type HubChange, hubChange, hubChanges, verifyHubSignature } from '../shared/meta/webhook.ts';
import { toComment } from './map.ts';
import { commentNotice, mentionNotice } from './wire.ts';

const COMMENT_FIELDS = new Set(['comments', 'live_comments']);

/**
 * Callbacks of the object `instagram`: comments and mentions. Messages, postbacks and receipts are ignored. Instagram
 * never reports edits and deletions of comments. https://developers.facebook.com/docs/instagram-platform/webhooks
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split: (body) => hubChanges(body, 'instagram').flatMap(toNotice),
  parse({ payload }, account) {
    const change = hubChange.safeParse(payload).data;
    if (change === undefined) return [];
    return change.field === 'mentions' ? parseMention(change) : parseComment(change, account);
  },
};

function toNotice(change: HubChange): InboundNotice[] {
  const { accountId, field, value } = change;
  // Both accounts of a shared post get the callback, so the account is part of the key.
  const noticeOf = (kind: string, id: string): InboundNotice[] => [
    { key: `${kind}:${accountId}:${id}`, platformAccountId: accountId, payload: change },
  ];
  if (field === 'mentions') {
    const { data } = mentionNotice.safeParse(value);
    return data === undefined ? [] : noticeOf('mention', data.comment_id ?? data.media_id);
  }
  const { data } = commentNotice.safeParse(value);
  return data === undefined || !COMMENT_FIELDS.has(field) ? [] : noticeOf('comment', data.id);
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
