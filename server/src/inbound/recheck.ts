import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import type { HeldItem, Recheck } from '../core/messaging/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { type MissingComment, missingComments, type ReadList } from './missing-comments.repository.ts';
import type { PollJob } from './polling.repository.ts';
import * as rechecks from './recheck.repository.ts';

export interface RecheckStep {
  readonly items: readonly InboundItem[];
  readonly position: string | null;
  readonly afterSeconds: number;
}

/**
 * Asks the platform about the next few items of the account, newest first, and gives the removals of those that are gone.
 * Undefined where nothing is to be asked now. A failed question removes nothing; its items are asked about again when all
 * others were.
 */
export async function recheckItems(
  db: Runner,
  { recheck }: Connector,
  session: Session,
  job: PollJob,
): Promise<RecheckStep | undefined> {
  const due = recheck && (await rechecks.due(db, job));
  if (recheck === undefined || due === undefined) return undefined;
  const held = await rechecks.itemsAfter(db, job, due.position, recheck.itemsMax);
  const removed = await goneOf(recheck, session, held);
  const items = removed.map(({ item, platformId }) => removalOf(item, platformId, session.now()));
  const position = held.length < recheck.itemsMax ? null : (held.at(-1)?.position ?? null);
  return { items, position, afterSeconds: pauseOf(recheck, job.mode) };
}

/**
 * Removals of comments that the list of their post does not show any more. A list leaves out what the account may not see
 * just now, so the platform is asked about each missing one, not more often than about other items. Where it cannot be
 * asked, a whole list is the proof.
 */
export async function removedComments(
  db: Runner,
  { id: tenantId, mode }: Tenant,
  { recheck }: Connector,
  session: Session,
  post: ReadList & { readonly isWhole: boolean },
): Promise<InboundItem[]> {
  if (recheck === undefined) return post.isWhole ? removalsOf(await missingComments(db, tenantId, post)) : [];
  const account = { tenantId, accountId: post.accountId };
  const due = await rechecks.due(db, account);
  if (due === undefined) return [];
  const missing = (await missingComments(db, tenantId, post)).slice(0, recheck.itemsMax);
  if (missing.length === 0) return [];
  await rechecks.settle(db, account, { position: due.position, afterSeconds: pauseOf(recheck, mode) });
  const asked = missing.map((comment) => ({ item: 'comment', ...comment }) as const);
  return removalsOf(await goneOf(recheck, session, asked));
}

/** Those of the items that the platform says are gone; none where it does not answer. */
async function goneOf<Item extends HeldItem>(recheck: Recheck, session: Session, items: readonly Item[]) {
  if (items.length === 0) return [];
  const ids = await recheck.gone(session, items).catch((error: unknown): readonly string[] => {
    if (error instanceof PlatformError) return [];
    throw error;
  });
  return items.filter(({ platformId }) => ids.includes(platformId));
}

/** The simulator is near and has no limits to spare. */
function pauseOf({ pauseSeconds }: Recheck, mode: PollJob['mode']): number {
  return mode === 'test' ? 0 : pauseSeconds;
}

function removalsOf(comments: readonly MissingComment[]): InboundItem[] {
  return comments.map(({ platformId, now }) => removalOf('comment', platformId, now));
}

function removalOf(item: HeldItem['item'], platformId: string, at: Date): InboundItem {
  return { kind: 'removal', removal: { item, platformId, at } };
}
