import { z } from 'zod';
import type { RepeatableEffect } from '../../../core/effect.ts';
import type { CommentMark, Comments } from '../../../core/messaging/inbox.ts';
import { compact } from '../../../lib/compact.ts';
import { asCommentRemoval } from '../../shared/removal.ts';
import { callXrpc } from '../client.ts';
import { recordKey } from '../record/record-key.ts';
import { viewOf } from '../record/refs.ts';
import { removal } from '../removal.ts';
import { AnyRecord, LIKES, StrongRef } from '../wire.ts';
import { hiding } from './hiding.ts';

const PreparedLike = z.object({ subject: StrongRef, known: z.string().optional(), createdAt: z.string() });
const LIKE_URI = /^at:\/\/[^/]+\/app\.bsky\.feed\.like\/([\w.~:-]{1,512})$/;

/**
 * A like is a record under a key derived from the comment, so that it can be removed before the network shows it. The
 * view of the comment contains likes made in other apps. https://docs.bsky.app/docs/tutorials/like-repost
 */
const liking: RepeatableEffect<CommentMark> = {
  class: 'repeatable',

  async prepare(session, { commentId }) {
    const { uri, cid, viewer } = await viewOf(session, commentId);
    const known = LIKE_URI.exec(viewer?.like ?? '')?.[1];
    const createdAt = session.now().toISOString();
    return compact({ subject: { uri, cid }, createdAt, known });
  },

  async send(session, { commentId, isOn }, prepared) {
    const { subject, known, createdAt } = PreparedLike.parse(prepared);
    const own = recordKey(new Date(0), `like ${commentId}`);
    const place = { repo: session.account.platformId, collection: LIKES };
    const write = async (name: 'putRecord' | 'deleteRecord', json: object, response: z.ZodType) => {
      const call = { method: 'POST', name: `com.atproto.repo.${name}`, body: { json: { ...place, ...json } } } as const;
      await callXrpc(session, 'effect', call, response);
    };
    if (!isOn) {
      for (const rkey of new Set([own, known ?? own])) await write('deleteRecord', { rkey }, z.object({}));
    } else if (known === undefined) {
      await write('putRecord', { rkey: own, record: { $type: LIKES, subject, createdAt } }, AnyRecord);
    }
    return { platformId: commentId };
  },
};

/** Own replies can be deleted, replies of others hidden. */
export const moderation: Pick<Comments, 'liking' | 'hiding' | 'removal' | 'allows'> = {
  liking,
  hiding,
  removal: asCommentRemoval(removal),
  allows: (action, { isOwner }) => (action === 'removal' ? isOwner : !isOwner),
};
