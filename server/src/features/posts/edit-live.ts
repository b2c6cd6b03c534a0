import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, invalid, notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { record } from '../events/index.ts';
import { assertConnected } from './assert-connected.ts';
import { queueEdits } from './edit-copies.ts';
import { assertNothingInDoubt, lockPost } from './find-post.ts';
import { updatedEvent } from './live-changes.ts';
import { rehearsed } from './outcome.ts';
import * as posts from './post.repository.ts';
import type { PostRow, TargetRow } from './post.ts';
import { type Changed, Overtaken, type PostChanges } from './update-post-input.ts';

const EDITABLE_LIVE = ['text', 'hidden'];

/** Whether copies of the post are on platforms. */
export function isLive({ status }: PostRow): boolean {
  return status === 'published' || status === 'partial';
}

/** Published copies: their text is changed where every platform of the post allows it; `hidden` is ours alone. */
export async function editLive(
  ctx: Context,
  before: PostRow,
  changes: PostChanges,
  fields: string[],
): Promise<Changed> {
  const fixed = fields.find((field) => !EDITABLE_LIVE.includes(field));
  if (fixed !== undefined)
    throw new ApiError(
      'conflict',
      `${fixed} of a published post cannot be changed; text and hidden can.`,
      { field: fixed, resource: 'post', id: before.id },
      'post.state_invalid',
    );
  const { text, hidden } = changes;
  if (text !== undefined && text.trim() === '') throw invalid('text', 'text must not be empty.');
  return ctx.commit(async (tx): Promise<Changed> => {
    const post = await lockPost(ctx, tx, before.id);
    if (!isLive(post)) throw new Overtaken();
    const live = (post.targets ?? []).filter(({ status }) => status === 'published');
    const batch = text === undefined ? undefined : await changeText(tx, ctx, post, live, text);
    if (hidden !== undefined) await posts.setHidden(tx, ctx.tenant.id, post.id, hidden);
    await record(tx, ctx.tenant.id, [updatedEvent(post.id, post.status, fields)]);
    const id = batch === undefined ? post.id : `${post.id} ${batch}`;
    return ctx.request.dryRun ? { id, rehearsed: await rehearsed(ctx, tx, post.id, 0) } : { id };
  });
}

async function changeText(
  tx: Transaction,
  ctx: Context,
  post: PostRow,
  live: readonly TargetRow[],
  text: string,
): Promise<string> {
  const rigid = live.find((target) => ctx.connectors[target.platform as Platform]?.editing === undefined);
  if (rigid !== undefined) throw notSupported(rigid.platform, 'changing published posts');
  assertNothingInDoubt(post);
  assertKnown(live);
  await assertConnected(tx, ctx, live);
  return queueEdits(tx, ctx, post, live, text);
}

/** What was declared published without its id cannot be reached. */
function assertKnown(live: readonly TargetRow[]): void {
  const unknown = live.find((target) => target.platform_id === null);
  if (unknown === undefined) return;
  throw new ApiError(
    'conflict',
    `It is not known under which id the post was published on ${unknown.platform}; change it there.`,
    { resource: 'target', id: unknown.account_id },
    'post.state_invalid',
  );
}
