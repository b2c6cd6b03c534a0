import { z } from 'zod';
import type { Inbound, InboundItem, InboundNotice } from '../../core/inbound/callbacks.ts';
import type { SessionAccount } from '../../core/session.ts';
import { echoHubChallenge, isChange, noticeKey, verifyHubSignature } from '../shared/meta/webhook.ts';
import { parseGraphTime } from '../shared/meta/wire.ts';
import { toComment, toMention } from './map.ts';
import { callback, deleteNotice, mentionNotice, replyNotice } from './wire.ts';

/**
 * Callbacks of the topics `moderate` and `interaction`: replies, deletions and mentions. What we do not know is kept and
 * gives no items. https://developers.facebook.com/docs/threads/webhooks
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  updates: { values: {} },
  split,
  parse: ({ payload }, account) => parse(payload, account),
};

function split(body: unknown): InboundNotice[] {
  const { data } = callback.safeParse(body);
  if (data === undefined) return [];
  return data.values.flatMap((item): InboundNotice[] => {
    if (!isChange(item)) return [];
    const { field, value } = item;
    const reply = field === 'replies' ? replyNotice.safeParse(value).data : undefined;
    const mention = field === 'mentions' ? mentionNotice.safeParse(value).data : undefined;
    // The target may be the account or the post, so the owner of the post is preferred.
    const platformAccountId = reply?.root_post.owner_id ?? data.target_id;
    if (platformAccountId === undefined) return [];
    // Below a post of ours it is an ordinary reply, which has a callback of its own.
    if (mention?.root_post?.owner_id === platformAccountId) return [];
    const id = reply?.id ?? mention?.id;
    const kind = reply === undefined ? 'mention' : 'reply';
    const key = id === undefined ? noticeKey(field, platformAccountId, value) : `${kind}:${platformAccountId}:${id}`;
    return [{ key, platformAccountId, payload: { time: data.time, field, value } }];
  });
}

/** Callbacks stored before mention support have no `field`. */
const stored = z.object({ time: z.unknown().optional(), field: z.string().default('replies'), value: z.unknown() });

function parse(payload: unknown, account: SessionAccount): InboundItem[] {
  const { time, field, value } = stored.safeParse(payload).data ?? {};
  if (field === 'mentions') return parseMention(time, value, account);
  if (field === 'delete') return parseDeletion(time, value);
  return field === 'replies' ? parseReply(time, value, account) : [];
}

/** Threads does not say whether a reply or a mention was deleted. What we do not have is not missed. */
function parseDeletion(time: unknown, value: unknown): InboundItem[] {
  const deleted = deleteNotice.safeParse(value).data;
  const at = parseGraphTime(deleted?.deleted_at) ?? parseGraphTime(time);
  if (deleted === undefined || at === undefined) return [];
  const items = ['comment', 'mention'] as const;
  return items.map((item) => ({ kind: 'removal', removal: { item, platformId: deleted.id, at } }));
}

function parseReply(time: unknown, value: unknown, account: SessionAccount): InboundItem[] {
  const reply = replyNotice.safeParse(value).data;
  const createdAt = parseGraphTime(reply?.timestamp) ?? parseGraphTime(time);
  if (reply === undefined || createdAt === undefined) return [];
  const { root_post, timestamp: _, ...wire } = reply;
  return [{ kind: 'comment', comment: toComment(wire, value, { platformPostId: root_post.id, createdAt }, account) }];
}

function parseMention(time: unknown, value: unknown, account: SessionAccount): InboundItem[] {
  const notice = mentionNotice.safeParse(value).data;
  const timestamp = parseGraphTime(notice?.timestamp) ?? parseGraphTime(time);
  if (notice === undefined || timestamp === undefined) return [];
  const mention = toMention({ ...notice, timestamp }, value, account);
  return mention === undefined ? [] : [{ kind: 'mention', mention }];
}
