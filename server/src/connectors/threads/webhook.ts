import { z } from 'zod';
import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { echoHubChallenge, verifyHubSignature } from '../shared/meta/webhook.ts';
import { parseGraphTime } from '../shared/meta/wire.ts';
import { toComment, toMention } from './map.ts';
import { callback, change, mentionNotice, replyNotice } from './wire.ts';

/**
 * Callbacks of the topics `moderate` and `interaction`: replies and mentions. Deletions and own publications are
 * ignored. https://developers.facebook.com/docs/threads/webhooks
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split,
  parse: ({ payload }, account) => parse(payload, account),
};

function split(body: unknown): InboundNotice[] {
  const { data } = callback.safeParse(body);
  if (data === undefined) return [];
  return data.values.flatMap((item): InboundNotice[] => {
    const { field, value } = change.safeParse(item).data ?? {};
    const reply = field === 'replies' ? replyNotice.safeParse(value).data : undefined;
    const mention = field === 'mentions' ? mentionNotice.safeParse(value).data : undefined;
    // The target may be the account or the post, so the owner of the post is preferred.
    const platformAccountId = reply?.root_post.owner_id ?? data.target_id;
    const id = reply?.id ?? mention?.id;
    if (id === undefined || platformAccountId === undefined) return [];
    // Below a post of ours it is an ordinary reply, which has a callback of its own.
    if (mention?.root_post?.owner_id === platformAccountId) return [];
    const key = `${reply === undefined ? 'mention' : 'reply'}:${platformAccountId}:${id}`;
    return [{ key, platformAccountId, payload: { time: data.time, field, value } }];
  });
}

/** Callbacks stored before mention support have no `field`. */
const stored = z.object({ time: z.unknown().optional(), field: z.string().default('replies'), value: z.unknown() });

function parse(payload: unknown, account: SessionAccount): InboundItem[] {
  const { time, field, value } = stored.safeParse(payload).data ?? {};
  return field === 'mentions' ? parseMention(time, value, account) : parseReply(time, value, account);
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
