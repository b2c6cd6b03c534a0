import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { answerHubChallenge, type HubChange, hubChange, hubChanges, verifyHubSignature } from '../meta/webhook.ts';
import { toComment } from './map.ts';
import { commentNotice } from './wire.ts';

const COMMENT_FIELDS = new Set(['comments', 'live_comments']);

/**
 * Callbacks of the object `instagram`. Comments are understood; messages, postbacks, receipts and mentions are left
 * out until their features exist. Edits and deletions of comments are never told.
 * https://developers.facebook.com/docs/instagram-platform/webhooks
 */
export const inbound: Inbound = {
  handshake: answerHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split: (body) => hubChanges(body, 'instagram').flatMap(toNotice),
  parse: ({ payload }, account) => parseComment(payload, account),
};

function toNotice(change: HubChange): InboundNotice[] {
  const { data } = commentNotice.safeParse(change.value);
  if (data === undefined || !COMMENT_FIELDS.has(change.field)) return [];
  // A post shared by two accounts is told to both, so the account belongs to the key.
  return [{ key: `comment:${change.accountId}:${data.id}`, platformAccountId: change.accountId, payload: change }];
}

function parseComment(payload: unknown, account: SessionAccount): InboundItem[] {
  const change = hubChange.safeParse(payload);
  const notice = commentNotice.safeParse(change.data?.value);
  if (change.data === undefined || notice.data === undefined) return [];
  const { media, parent_id, ...words } = notice.data;
  const parentId = parent_id === media.id ? undefined : parent_id;
  const wire = { ...words, timestamp: new Date(change.data.time * 1000) };
  const place = { platformPostId: media.id, parentId };
  return [{ kind: 'comment', comment: toComment(wire, change.data.value, place, account) }];
}
