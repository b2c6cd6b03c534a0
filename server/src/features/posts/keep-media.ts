import type { Runner } from '../../db/query.ts';
import { media } from '../media/index.ts';
import type { NewPost } from './new-post.repository.ts';
import { segmentMedia } from './segments.ts';

/** The stored items of a post, wherever they stand in it, in the order in which they are locked. */
export function storedItemsOf(post: Pick<NewPost, 'media' | 'segments' | 'targets'>): string[] {
  const items = [
    ...post.media,
    ...segmentMedia(post.segments),
    ...post.targets.flatMap(({ input }) => input.media ?? []),
  ];
  const ids = items.flatMap((item) => (item.source_type === 'media_id' ? [item.source] : []));
  return [...new Set(ids)].sort();
}

/** Keeps the items from being deleted until the post that needs them is written, or ends with the refusal `media`. */
export async function keepMedia(tx: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await media.keep(tx, tenantId, ids);
}
