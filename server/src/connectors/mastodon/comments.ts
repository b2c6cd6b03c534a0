import { z } from 'zod';
import type { KeyedEffect } from '../../core/effect.ts';
import { answeredId, type CommentPart, type Comments, type ReplyInput } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon } from './client.ts';
import { matchesReply, toComment, withMention } from './map.ts';
import { moderation } from './moderation.ts';
import { createStatus, KEYED, listOwn } from './publish.ts';
import { Context, Status } from './wire.ts';

/** The parts of the parent status that a reply needs. */
const PreparedReply = z.object({ mention: z.string().optional(), visibility: z.string().optional() });

/**
 * Class A like a post. Mastodon notifies only people whom a reply mentions, so the text begins with the author of the
 * comment, as in every client. A reply has no wider audience than its parent.
 */
export const reply: KeyedEffect<ReplyInput> = {
  ...KEYED,

  async prepare(session, input) {
    const path = `/api/v1/statuses/${encodeURIComponent(answeredId(input))}`;
    const { value: status } = await callMastodon(session, 'read', { method: 'GET', path }, Status);
    const { acct, id } = status.account;
    return compact({
      mention: acct === undefined || id === session.account.platformId ? undefined : `@${acct}`,
      visibility: status.visibility === 'public' ? undefined : status.visibility,
    });
  },

  async send(session, input, prepared, key) {
    const { mention, visibility } = PreparedReply.parse(prepared);
    const status = withMention(input.text, mention);
    return await createStatus(session, key, compact({ status, in_reply_to_id: answeredId(input), visibility }));
  },

  async list(session, input, since) {
    return await listOwn(session, since, answeredId(input));
  },

  matches: matchesReply,
};

export const comments: Comments = { list, reply, ...moderation };

/** The thread under a status. Private messages are no comments. */
async function list(session: Session, platformPostId: string): Promise<CommentPart> {
  const path = `/api/v1/statuses/${encodeURIComponent(platformPostId)}/context`;
  const { value } = await callMastodon(session, 'read', { method: 'GET', path }, Context);
  const items = value.descendants
    .filter(({ value: status }) => status.visibility !== 'direct')
    .map((item) => toComment(item, platformPostId, session.account.platformId))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { items };
}
