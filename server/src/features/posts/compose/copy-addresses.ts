import type { Context } from '../../../core/context.ts';
import type { Platform } from '../../../core/platforms.ts';
import { copyMedia, type MediaCopies } from '../../media/index.ts';
import type { NewPost } from '../model/new-post.ts';
import { addressesOf, type Shown, withCopies } from '../model/shown-media.ts';
import { assertNoIssues } from '../rules/check-limits.ts';
import { knownMedia } from '../rules/checked-content.ts';
import { pausesEvery } from './pauses.ts';
import { segmentMedia } from './segments.ts';

export const NO_COPIES: MediaCopies = { ids: new Map(), discard: async () => {} };

/** Copies the files at a post's addresses into the storage. A dry run copies nothing. */
export async function copyAddresses(ctx: Context, post: Shown): Promise<MediaCopies> {
  const addresses = addressesOf(post);
  return addresses.length === 0 || ctx.request.dryRun ? NO_COPIES : copyMedia(ctx, addresses);
}

/**
 * The post with copies in place of addresses, because it waits for a person. Its copies are checked against the limits of
 * platforms, as the files at addresses could not be.
 */
export async function withCopiedMedia(
  ctx: Context,
  post: NewPost,
  { skip_validation: skips }: { readonly skip_validation?: boolean | undefined },
): Promise<{ readonly post: NewPost; readonly discard: () => Promise<void> }> {
  const { ids, discard } = await copyAddresses(ctx, post);
  if (ids.size === 0) return { post, discard };
  const copied = withCopies(post, ids);
  try {
    if (skips !== true) await assertWithinLimits(ctx, copied);
    return { post: copied, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function assertWithinLimits(ctx: Context, post: NewPost): Promise<void> {
  const { media, segments, targets } = post;
  const items = [...media, ...segmentMedia(segments), ...targets.flatMap(({ input }) => input.media ?? [])];
  const known = await knownMedia(ctx, ctx.db, items);
  const content = {
    ...post,
    first_comment: post.firstComment,
    platform_data: post.platformData,
    scheduled_at: post.schedule,
  };
  const pause = pausesEvery();
  for (const [index, { platform, input }] of targets.entries()) {
    const connector = ctx.connectors[platform as Platform];
    if (connector !== undefined) await assertNoIssues(connector, content, input, index, { known, pause });
  }
}
