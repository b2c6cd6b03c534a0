import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { echoHubChallenge, type HubChange, hubChange, hubChanges, verifyHubSignature } from '../shared/meta/webhook.ts';
import { parseGraphTime } from '../shared/meta/wire.ts';
import { reelAt, toComment, toMention } from './map.ts';
import { commentNotice, mentionNotice } from './wire.ts';

/**
 * Callbacks of the object `page`: new comments of the feed and mentions. Other items, edits, removals, messages and
 * ratings are ignored. https://developers.facebook.com/docs/graph-api/webhooks/reference/page
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split: (body) => hubChanges(body, 'page').flatMap(toNotice),
  parse({ payload }, account) {
    const change = hubChange.safeParse(payload).data;
    if (change === undefined) return [];
    return change.field === 'mention' ? parseMention(change, account) : parseComment(change, account);
  },
};

function toNotice(change: HubChange): InboundNotice[] {
  const { accountId, field, value } = change;
  const noticeOf = (kind: string, id: string): InboundNotice[] => [
    { key: `${kind}:${accountId}:${id}`, platformAccountId: accountId, payload: change },
  ];
  if (field === 'feed') {
    const { data } = commentNotice.safeParse(value);
    return data === undefined ? [] : noticeOf('comment', data.comment_id);
  }
  const mention = field === 'mention' ? mentionNotice.safeParse(value).data : undefined;
  // Below a post of ours it is an ordinary comment, which has a callback of its own.
  if (mention === undefined || mention.post_id.startsWith(`${accountId}_`)) return [];
  return noticeOf('mention', mention.comment_id ?? mention.post_id);
}

function parseMention(change: HubChange, account: SessionAccount): InboundItem[] {
  const notice = mentionNotice.safeParse(change.value).data;
  if (notice === undefined) return [];
  const id = notice.from?.id ?? notice.sender_id;
  const name = notice.from?.name ?? notice.sender_name;
  const wire = {
    id: notice.comment_id ?? notice.post_id,
    message: notice.message,
    from: id === undefined ? undefined : { id, name, picture: undefined },
    created_time: parseGraphTime(notice.created_time) ?? new Date(change.time * 1000),
    permalink_url: undefined,
  };
  const mention = toMention(wire, change.value, account, notice.post_id);
  return mention === undefined ? [] : [{ kind: 'mention', mention }];
}

function parseComment(change: HubChange, account: SessionAccount): InboundItem[] {
  const notice = commentNotice.safeParse(change.value).data;
  if (notice === undefined) return [];
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
  // Our id of a reel is the id of its video. This callback has the id of its post, whose address leads to the reel.
  const place = compact({ platformPostId: reelAt(notice.post?.permalink_url) ?? notice.post_id, parentId });
  return [{ kind: 'comment', comment: toComment(wire, change.value, place, account) }];
}
