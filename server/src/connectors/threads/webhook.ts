import { z } from 'zod';
import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import type { SessionAccount } from '../../core/session.ts';
import { answerHubChallenge, verifyHubSignature } from '../meta/webhook.ts';
import { parseGraphTime } from '../meta/wire.ts';
import { toComment } from './map.ts';
import { callback, change, replyNotice } from './wire.ts';

/**
 * Callbacks of the topic `moderate`. Replies are understood; deletions, mentions and publications are left out until
 * their features exist.
 * https://developers.facebook.com/docs/threads/webhooks
 */
export const inbound: Inbound = {
  handshake: answerHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split,
  parse: ({ payload }, account) => parseReply(payload, account),
};

function split(body: unknown): InboundNotice[] {
  const { data } = callback.safeParse(body);
  if (data === undefined) return [];
  return data.values.flatMap((item) => {
    const { field, value } = change.safeParse(item).data ?? {};
    const reply = field === 'replies' ? replyNotice.safeParse(value).data : undefined;
    // The target may be the account or the post, so the owner of the post goes first.
    const platformAccountId = reply?.root_post.owner_id ?? data.target_id;
    if (reply === undefined || platformAccountId === undefined) return [];
    const key = `reply:${platformAccountId}:${reply.id}`;
    return [{ key, platformAccountId, payload: { time: data.time, value } }];
  });
}

const stored = z.object({ time: z.unknown().optional(), value: z.unknown() });

function parseReply(payload: unknown, account: SessionAccount): InboundItem[] {
  const { time, value } = stored.safeParse(payload).data ?? {};
  const reply = replyNotice.safeParse(value).data;
  const createdAt = parseGraphTime(reply?.timestamp) ?? parseGraphTime(time);
  if (reply === undefined || createdAt === undefined) return [];
  const { root_post, timestamp: _, ...wire } = reply;
  return [{ kind: 'comment', comment: toComment(wire, value, { platformPostId: root_post.id, createdAt }, account) }];
}
