import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { answerHubChallenge, type HubChange, hubChange, hubChanges, verifyHubSignature } from '../meta/webhook.ts';
import { parseGraphTime, present } from '../meta/wire.ts';
import { reelAt, toComment } from './map.ts';
import { commentNotice } from './wire.ts';

/**
 * Callbacks of the object `page`. New comments of the feed are understood; other items, edits and removals, messages,
 * mentions and ratings are left out until their features exist.
 * https://developers.facebook.com/docs/graph-api/webhooks/reference/page
 */
export const inbound: Inbound = {
  handshake: answerHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split: (body) => hubChanges(body, 'page').flatMap(toNotice),
  parse: ({ payload }, account) => parseComment(payload, account),
};

function toNotice(change: HubChange): InboundNotice[] {
  const { data } = commentNotice.safeParse(change.value);
  if (data === undefined || change.field !== 'feed') return [];
  const key = `comment:${change.accountId}:${data.comment_id}`;
  return [{ key, platformAccountId: change.accountId, payload: change }];
}

function parseComment(payload: unknown, account: SessionAccount): InboundItem[] {
  const change = hubChange.safeParse(payload).data;
  const notice = commentNotice.safeParse(change?.value).data;
  if (change === undefined || notice === undefined) return [];
  const id = notice.from?.id ?? notice.sender_id;
  const name = notice.from?.name ?? notice.sender_name;
  const wire = {
    id: notice.comment_id,
    message: notice.message,
    from: id === undefined ? undefined : { id, name, picture: undefined },
    created_time: parseGraphTime(notice.created_time) ?? new Date(change.time * 1000),
    like_count: undefined,
    comment_count: undefined,
    is_hidden: undefined,
  };
  const parentId = notice.parent_id === notice.post_id ? undefined : notice.parent_id;
  // A reel goes by the id of its video; here Facebook names its post, whose address leads to the reel.
  const place = present({ platformPostId: reelAt(notice.post?.permalink_url) ?? notice.post_id, parentId });
  return [{ kind: 'comment', comment: toComment(wire, change.value, place, account) }];
}
