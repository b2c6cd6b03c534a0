import type { Inbound, InboundItem, InboundNotice } from '../../core/inbound/callbacks.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { hubNotices, messagingItems } from '../shared/meta/messaging.ts';
import {
  echoHubChallenge,
  type HubChange,
  hubChange,
  hubUpdates,
  noticeKey,
  verifyHubSignature,
} from '../shared/meta/webhook.ts';
import { parseGraphTime } from '../shared/meta/wire.ts';
import { addressOf, reelAt, toComment, toMention } from './map.ts';
import { commentNotice, mentionNotice, postNotice, removedComment, type WirePostNotice } from './wire.ts';

/**
 * Callbacks of the object `page`: the feed, mentions and private messages. What we do not know is kept and gives no
 * items. https://developers.facebook.com/docs/graph-api/webhooks/reference/page
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  updates: hubUpdates,
  split: (body) => hubNotices(body, 'page', toNotice),
  parse({ payload }, account) {
    const lines = messagingItems(payload, account, (id, { platformId }) => id === platformId);
    if (lines !== undefined) return lines;
    const change = hubChange.safeParse(payload).data;
    if (change === undefined) return [];
    if (change.field === 'mention') return parseMention(change, account);
    return change.field === 'feed' ? parseFeed(change, account) : [];
  },
};

function toNotice(change: HubChange): InboundNotice[] {
  const { accountId, time, field, value } = change;
  const noticeOf = (key: string): InboundNotice[] => [{ key, platformAccountId: accountId, payload: change }];
  if (field === 'feed') {
    const { data } = commentNotice.safeParse(value);
    if (data?.verb === 'add') return noticeOf(`comment:${accountId}:${data.comment_id}`);
  }
  if (field === 'mention') {
    const { data } = mentionNotice.safeParse(value);
    // Below a post of ours it is an ordinary comment, which has a callback of its own.
    if (data?.post_id.startsWith(`${accountId}_`)) return [];
    if (data !== undefined) return noticeOf(`mention:${accountId}:${data.comment_id ?? data.post_id}`);
  }
  return noticeOf(noticeKey(field, accountId, [time, value]));
}

function parseFeed(change: HubChange, account: SessionAccount): InboundItem[] {
  const removed = removedComment.safeParse(change.value).data;
  if (removed !== undefined) {
    const removal = { item: 'comment', platformId: removed.comment_id, at: new Date(change.time * 1000) } as const;
    return [{ kind: 'removal', removal }];
  }
  const own = postNotice.safeParse(change.value).data;
  return own?.from.id === account.platformId ? [toPostItem(change, own)] : parseComment(change, account);
}

/** A post of the Page, made here or elsewhere. */
function toPostItem(change: HubChange, { post_id, message, created_time, ...wire }: WirePostNotice): InboundItem {
  const post = {
    platformId: reelAt(wire.post?.permalink_url) ?? post_id,
    text: message ?? '',
    permalink: addressOf(post_id, wire.post?.permalink_url),
    createdAt: parseGraphTime(created_time) ?? new Date(change.time * 1000),
  };
  return { kind: 'post', post };
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
  // Without its words, a hidden comment would lose them here.
  if (notice === undefined || (notice.verb !== 'add' && notice.message === undefined)) return [];
  const id = notice.from?.id ?? notice.sender_id;
  const name = notice.from?.name ?? notice.sender_name;
  const wire = {
    id: notice.comment_id,
    message: notice.message,
    from: id === undefined ? undefined : { id, name, picture: undefined },
    created_time: parseGraphTime(notice.created_time) ?? new Date(change.time * 1000),
    like_count: undefined,
    comment_count: undefined,
    is_hidden: HIDDEN[notice.verb],
  };
  const editedAt = notice.verb.startsWith('edit')
    ? (parseGraphTime(notice.edited_time) ?? new Date(change.time * 1000))
    : undefined;
  const parentId = notice.parent_id === notice.post_id ? undefined : notice.parent_id;
  // Our id of a reel is the id of its video. This callback has the id of its post, whose address leads to the reel.
  const place = compact({ platformPostId: reelAt(notice.post?.permalink_url) ?? notice.post_id, parentId });
  return [{ kind: 'comment', comment: { ...toComment(wire, change.value, place, account), ...compact({ editedAt }) } }];
}

const HIDDEN: Readonly<Record<string, boolean | undefined>> = { hide: true, unhide: false };
