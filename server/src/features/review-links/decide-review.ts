import { z } from 'zod';
import { storedActor } from '../../core/actor.ts';
import type { Context, Transaction } from '../../core/context.ts';
import { type ApiError, gone, missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { record } from '../events/index.ts';
import { approve, assertSeen, endHeld, findHeld } from '../held/index.ts';
import { fileHashes } from '../media/index.ts';
import { addNote, knownMedia, mediaOf, NoteText, type PostRow, posts, previewsOf } from '../posts/index.ts';
import * as decisions from './review-decision.repository.ts';
import * as links from './review-link.repository.ts';
import { asApproved } from './show-review.ts';

const ENDED = { expired: 'This link has expired.', withdrawn: 'This link was withdrawn.' };

/**
 * A decision on the page of a link, by the link or by the person who is signed in. The receipt is written in the commit of what the
 * decision causes. It is no operation of the API: the page runs it.
 */
export const decideReview = defineOperation({
  name: 'decide_review',
  summary: 'Decide on the page of a review link',
  description: 'Approves a post, asks for changes, or comments.',
  tag: 'Approvals',
  http: { method: 'post', path: '/review/{post_id}', status: 200 },
  scope: 'any',
  leaves: true,
  holdsItself: true,
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    review_link_id: z.string().min(1).max(200),
    decision: z.enum(['approved', 'changes_requested', 'commented']),
    held_id: z.string().max(200).optional(),
    fingerprint: z.string().max(500).optional(),
    note: NoteText.optional(),
  }),
  output: z.looseObject({}),

  async run(ctx, { post_id: postId, review_link_id: linkId, held_id: heldId, decision, fingerprint = '', note }) {
    await assertShown(ctx, linkId, postId);
    if (decision !== 'approved' && note === undefined) throw missing('note', 'Write what you want to say.');
    const post = await posts.byId(ctx.db, ctx.tenant.id, postId);
    if (post === undefined) throw notFound('post', postId);
    const row = heldId === undefined ? undefined : await findHeld(ctx, heldId);
    if (row !== undefined && row.post_id !== postId) throw notFound('held', row.id);
    const seen = await seenOf(ctx, post);
    const keep = async (tx: Transaction) => {
      // The version that is locked now is the one on the page.
      if (row !== undefined) assertSeen(await findHeld(ctx, row.id, tx), fingerprint);
      const held = row === undefined ? { held_id: null, fingerprint: null } : { held_id: row.id, fingerprint };
      await keepReceipt(ctx, tx, linkId, post, { ...held, decision, note: note ?? null, seen });
    };
    if (decision === 'commented')
      return ctx.commit(async (tx) => {
        await addNote(ctx, tx, postId, note as string, 'client');
        await keep(tx);
        return {};
      });
    if (row === undefined) throw missing('held_id', 'Nothing of this post waits.');
    if (decision === 'approved') return approve(ctx, row.id, { fingerprint }, { waits: false, also: keep });
    return ctx.commit(async (tx) => {
      // Only a post that was not published goes back to its author; a change of a live one is rejected.
      await endHeld(ctx, tx, row.id, row.kind === 'post' ? 'changes_requested' : 'rejected', note);
      await keep(tx);
      return {};
    });
  },
});

/** 410 when the link has ended, 404 for a post that it does not show. */
async function assertShown(ctx: Context, linkId: string, postId: string): Promise<void> {
  const link = await links.byId(ctx.db, ctx.tenant.id, linkId);
  if (link === undefined) throw notFound('review_link', linkId);
  if (link.status !== 'active') throw ended(link.status);
  const ids = await links.postIds(ctx.db, ctx.tenant.id, link, links.SHOWN_MAX);
  if (!ids.includes(postId)) throw notFound('post', postId);
}

function ended(status: keyof typeof ENDED): ApiError {
  return gone(`${ENDED[status]} Ask for a new one.`, { resource: 'review_link' }, 'review.ended');
}

/** The post as the page showed it. The hashes of its files are read outside the transaction. */
async function seenOf(ctx: Context, post: PostRow): Promise<decisions.Seen> {
  const items = mediaOf(post);
  const { previews } = previewsOf(ctx, await asApproved(ctx, post), await knownMedia(ctx, ctx.db, items));
  const hashes = await fileHashes(
    ctx,
    items.flatMap(({ source_type: type, source }) => (type === 'media_id' ? [source] : [])),
  );
  return {
    texts: previews.map(({ account_id, platform, title, parts, first_comment: comment }) => ({
      ...{ account_id, platform, title, parts: parts.map(({ text }) => text) },
      first_comment: comment?.text,
    })),
    media: items.map(({ source_type: type, source }) => ({
      ...(type === 'url' ? { url: source } : { id: source }),
      ...compact({ sha256: hashes.get(source) }),
    })),
  };
}

async function keepReceipt(
  ctx: Context,
  tx: Transaction,
  linkId: string,
  { id: postId, targets }: PostRow,
  receipt: Pick<decisions.NewDecision, 'decision' | 'held_id' | 'note' | 'fingerprint' | 'seen'>,
): Promise<void> {
  if (!(await links.lockActive(tx, ctx.tenant.id, linkId))) throw ended('withdrawn');
  const by = storedActor(ctx.actor);
  const ip = ctx.request.ip === '' ? null : ctx.request.ip;
  await decisions.insert(tx, ctx.tenant.id, linkId, { ...receipt, post_id: postId, decided_by: by, ip });
  const { decision, held_id: heldId, note } = receipt;
  await record(tx, ctx.tenant.id, [
    {
      type: 'review.decided',
      resourceId: postId,
      accountIds: (targets ?? []).map((target) => target.account_id),
      summary: `${by.name} ${SAYS[decision]} a post by a review link`,
      data: {
        ...{ review_link_id: linkId, post_id: postId, decision, decided_by: by },
        ...compact({ held_id: heldId ?? undefined, note: note ?? undefined }),
      },
    },
  ]);
}

const SAYS = { approved: 'approved', changes_requested: 'asked for changes of', commented: 'commented on' };
