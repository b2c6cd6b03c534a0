import { z } from 'zod';
import type { RepeatableEffect } from '../../../core/effect.ts';
import type { CommentMark } from '../../../core/messaging/inbox.ts';
import { PlatformError, unless } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { callXrpc } from '../client.ts';
import { addressOf, viewOf } from '../record/refs.ts';
import { AnyRecord, PostUri, partsOf, THREADGATES, Threadgate } from '../wire.ts';

const HIDDEN_MAX = 300;
const ATTEMPTS_MAX = 3;

const PreparedHiding = z.object({ root: PostUri });

/**
 * The gate of a thread lists the replies that its author has hidden. Only the author of the thread has one. Its other
 * rules stay; after a concurrent change the gate is read again. https://docs.bsky.app/docs/tutorials/thread-gates
 */
export const hiding: RepeatableEffect<CommentMark> = {
  class: 'repeatable',

  async prepare(session, { commentId }) {
    const { record } = await viewOf(session, commentId);
    const root = record.reply?.root.uri;
    if (partsOf(root ?? '')?.did === session.account.platformId) return { root };
    throw new PlatformError('forbidden', 'Only replies in threads that the account started can be hidden.');
  },

  async send(session, { commentId, isOn }, prepared) {
    const { root } = PreparedHiding.parse(prepared);
    for (let attempt = 1; !(await mark(session, root, commentId, isOn)); attempt += 1) {
      if (attempt === ATTEMPTS_MAX) throw new PlatformError('unavailable', 'The thread is being changed elsewhere.');
    }
    return { platformId: commentId };
  },
};

/** False when the gate was changed between our read and our write. */
async function mark(session: Session, root: string, uri: string, isOn: boolean): Promise<boolean> {
  const { did, rkey } = addressOf(root);
  const place = { repo: did, collection: THREADGATES, rkey };
  const gate = await gateAt(session, place);
  const hidden = gate?.value.hiddenReplies ?? [];
  if (hidden.includes(uri) === isOn) return true;
  const hiddenReplies = isOn ? [...hidden, uri] : hidden.filter((other) => other !== uri);
  if (hiddenReplies.length > HIDDEN_MAX) {
    throw new PlatformError('rejected', `A thread has at most ${HIDDEN_MAX} hidden replies.`);
  }
  const before = gate?.value ?? { $type: THREADGATES, post: root, createdAt: session.now().toISOString() };
  const json = { ...place, record: { ...before, hiddenReplies }, swapRecord: gate?.cid ?? null };
  const call = { method: 'POST', name: 'com.atproto.repo.putRecord', body: { json } } as const;
  try {
    await callXrpc(session, 'effect', call, AnyRecord);
    return true;
  } catch (error) {
    if (error instanceof PlatformError && error.facts.platformCode === 'InvalidSwap') return false;
    throw error;
  }
}

async function gateAt(session: Session, parameters: { repo: string; collection: string; rkey: string }) {
  const call = { method: 'GET', name: 'com.atproto.repo.getRecord', parameters } as const;
  // Part of the effect: in a retry, a lost response here does not prove that nothing happened.
  return callXrpc(session, 'effect', call, Threadgate).catch(unless('not_found'));
}
