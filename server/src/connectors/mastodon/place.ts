import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callMastodon, statusPath } from './client.ts';
import { Context, type Status } from './wire.ts';

/** The place of a status that mentions the account. */
export type Place =
  | { readonly kind: 'comment'; readonly postId: string }
  | { readonly kind: 'elsewhere' }
  /** Deleted in the meantime. */
  | { readonly kind: 'missing' };

/** Whether the place of a status is known without reading its thread. */
export function isPlaced({ in_reply_to_id: parent }: Status, posts: readonly string[]): boolean {
  return !parent || posts.includes(parent);
}

/** The post of ours that a status stands under: a known one, else the first status of the thread when it is ours. */
export async function placeOf(session: Session, status: Status, posts: readonly string[]): Promise<Place> {
  const { in_reply_to_id: parent } = status;
  if (!parent) return { kind: 'elsewhere' };
  if (posts.includes(parent)) return { kind: 'comment', postId: parent };
  try {
    const request = { method: 'GET', path: `${statusPath(status.id)}/context` } as const;
    const { value } = await callMastodon(session, 'read', request, Context);
    const ancestors = value.ancestors.map((item) => item.value);
    const known = ancestors.findLast(({ id }) => posts.includes(id));
    if (known) return { kind: 'comment', postId: known.id };
    const [start] = ancestors;
    const isOurs = start && !start.in_reply_to_id && start.account.id === session.account.platformId;
    return isOurs ? { kind: 'comment', postId: start.id } : { kind: 'elsewhere' };
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_found') return { kind: 'missing' };
    throw error;
  }
}
