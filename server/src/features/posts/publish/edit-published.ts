import type { Context } from '../../../core/context.ts';
import { conflict, invalid } from '../../../core/errors.ts';
import { MustWait } from '../../../core/held.ts';
import { record } from '../../events/index.ts';
import { type Changed, Overtaken, type PostChanges } from '../compose/update-post-input.ts';
import { lockPost } from '../model/find-post.ts';
import * as posts from '../model/post.repository.ts';
import { accountIdsOf, type PostRow } from '../model/post.ts';
import { updatedEvent } from './edit-and-remove.action.ts';
import { queueEdits } from './edit-copies.ts';
import { dryRunPreview } from './outcome.ts';

const EDITABLE_LIVE = ['text', 'hidden'];

/** Whether the post has copies on platforms. */
export function isLive({ status }: PostRow): boolean {
  return status === 'published' || status === 'partial';
}

/** Changes the text of published copies, where every platform of the post allows it. `hidden` is ours alone. */
export async function editLive(
  ctx: Context,
  before: PostRow,
  changes: PostChanges,
  fields: string[],
): Promise<Changed> {
  const fixed = fields.find((field) => !EDITABLE_LIVE.includes(field));
  if (fixed !== undefined)
    throw conflict(
      `${fixed} of a published post cannot be changed; text and hidden can.`,
      { field: fixed, resource: 'post', id: before.id },
      'post.state_invalid',
    );
  const { text, hidden } = changes;
  if (text !== undefined && text.trim() === '') throw invalid('text', 'text must not be empty.');
  return ctx.commit(async (tx): Promise<Changed> => {
    const post = await lockPost(ctx, tx, before.id);
    if (!isLive(post)) throw new Overtaken();
    if (text !== undefined && !ctx.request.isApproved) {
      if (await posts.needsApproval(tx, ctx.tenant.id, post.id)) throw new MustWait('brand');
      if (ctx.actor.sending === 'held') throw new MustWait('sending');
    }
    const batch = text === undefined ? undefined : await queueEdits(tx, ctx, post, text);
    if (hidden === undefined) await posts.noteChange(tx, ctx.tenant.id, post.id, ctx.actor);
    else await posts.setHidden(tx, ctx.tenant.id, post.id, hidden, ctx.actor);
    // A new text is an event once a platform has taken it.
    const changed = fields.filter((field) => field !== 'text');
    if (changed.length > 0)
      await record(tx, ctx.tenant.id, [updatedEvent(post.id, post.status, changed, accountIdsOf(post))]);
    const id = batch === undefined ? post.id : `${post.id} ${batch}`;
    return { id, preview: await dryRunPreview(ctx, tx, post.id, 0, text) };
  });
}
