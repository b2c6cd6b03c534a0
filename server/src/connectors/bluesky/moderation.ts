import { z } from 'zod';
import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, CommentRef, Comments } from '../../core/inbox.ts';
import { callXrpc } from './client.ts';
import { hiding } from './hiding.ts';
import { recordKey } from './record-key.ts';
import { viewOf } from './refs.ts';
import { removal as postRemoval } from './removal.ts';
import { AnyRecord, LIKES, StrongRef } from './wire.ts';

const PreparedLike = z.object({ subject: StrongRef, known: z.string().optional(), createdAt: z.string() });
const LIKE_URI = /^at:\/\/[^/]+\/app\.bsky\.feed\.like\/([\w.~:-]{1,512})$/;

/**
 * A like is a record under a key that follows from the comment, so that it is found again before the network shows it;
 * one that was made in another app is told by the view. https://docs.bsky.app/docs/tutorials/like-repost
 */
const liking: RepeatableEffect<CommentMark> = {
  class: 'repeatable',

  async prepare(session, { commentId }) {
    const { uri, cid, viewer } = await viewOf(session, commentId);
    const known = LIKE_URI.exec(viewer?.like ?? '')?.[1];
    const createdAt = session.now().toISOString();
    return { subject: { uri, cid }, createdAt, ...(known === undefined ? {} : { known }) };
  },

  async send(session, { commentId, isOn }, prepared) {
    const { subject, known, createdAt } = PreparedLike.parse(prepared);
    const own = recordKey(new Date(0), `like ${commentId}`);
    const place = { repo: session.account.platformId, collection: LIKES };
    const write = async (name: 'putRecord' | 'deleteRecord', json: object, answer: z.ZodType) => {
      const call = { method: 'POST', name: `com.atproto.repo.${name}`, body: { json: { ...place, ...json } } } as const;
      await callXrpc(session, 'effect', call, answer);
    };
    if (!isOn) {
      for (const rkey of new Set([own, known ?? own])) await write('deleteRecord', { rkey }, z.object({}));
    } else if (known === undefined) {
      await write('putRecord', { rkey: own, record: { $type: LIKES, subject, createdAt } }, AnyRecord);
    }
    return { platformId: commentId };
  },
};

const removal: RepeatableEffect<CommentRef> = {
  class: 'repeatable',
  send: (session, { commentId }, prepared, key) => postRemoval.send(session, { platformId: commentId }, prepared, key),
};

/** Own answers can be deleted, those of others hidden. */
export const moderation: Pick<Comments, 'liking' | 'hiding' | 'removal' | 'allows'> = {
  liking,
  hiding,
  removal,
  allows: (action, { isOwner }) => (action === 'removal' ? isOwner : !isOwner),
};
