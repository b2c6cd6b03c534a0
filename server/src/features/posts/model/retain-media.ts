import type { Runner } from '../../../db/query.ts';
import { media } from '../../media/index.ts';
import { segmentMedia } from '../compose/segments.ts';
import type { NewPost } from './new-post.ts';

/** The ids of all stored media items of a post, in the order in which they are locked. */
export function storedItemsOf(post: Pick<NewPost, 'media' | 'segments' | 'targets'>): string[] {
  const items = [
    ...post.media,
    ...segmentMedia(post.segments),
    ...post.targets.flatMap(({ input }) => input.media ?? []),
  ];
  const ids = items.flatMap((item) => (item.source_type === 'media_id' ? [item.source] : []));
  return [...new Set(ids)].sort();
}

/** Locks the items so that they cannot be deleted until the post is written. Aborts with the reason `media` when one is gone. */
export async function retainMedia(tx: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await media.lockReady(tx, tenantId, ids);
}
