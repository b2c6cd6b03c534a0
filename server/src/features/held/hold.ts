import { type StoredActor, storedActor } from '../../core/actor.ts';
import type { PostHeld } from '../../core/held.ts';
import type { Runner } from '../../db/query.ts';
import { record } from '../events/index.ts';
import * as held from './held.repository.ts';
import { heldEvent } from './held-event.ts';

/** The fields of a new row; `authors` of a post are all who changed it since the last approval. */
export type Hold = Omit<held.NewHeld, 'author' | 'authorIds' | 'equalTo'> & {
  readonly authors?: readonly string[];
  readonly equalTo?: Buffer;
  /** Default: the actor. */
  readonly author?: StoredActor | undefined;
};

/** The part of a context that says who makes something wait. */
interface Holder {
  readonly tenant: { readonly id: string };
  readonly actor: StoredActor;
}

/** Stores what waits, in the transaction of the request. Its events lock the tenant's row: call it last. */
export async function hold(tx: Runner, { tenant, actor }: Holder, all: readonly Hold[]): Promise<void> {
  const rows = all.map(({ authors = [], equalTo = null, author = storedActor(actor), ...rest }) => ({
    ...rest,
    author,
    authorIds: [...new Set([author.id, ...authors])],
    equalTo,
  }));
  // All at once, because deferred statements leave together.
  await Promise.all([
    held.insert(tx, tenant.id, rows),
    held.notePosts(
      tx,
      tenant.id,
      rows.flatMap(({ post_id: id }) => id ?? []),
    ),
    record(
      tx,
      tenant.id,
      rows.map((row) => heldEvent({ ...row, created_by: row.author }, 'waiting')),
    ),
  ]);
}

/** The row as its post shows it. */
export function asPostHeld({
  id,
  kind,
  reason,
  fingerprint,
}: Pick<Hold, 'id' | 'kind' | 'reason' | 'fingerprint'>): PostHeld {
  return { id, kind, state: 'waiting', reason, fingerprint };
}
