import type { Connector, InboundItem } from '../core/connector.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
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
 * Undefined where nothing is to be asked now. A failed question removes nothing, and is asked again later.
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
  // The simulator is near and has no limits to spare.
  const afterSeconds = job.mode === 'test' ? 0 : recheck.pauseSeconds;
  try {
    const gone = held.length === 0 ? [] : await recheck.gone(session, held);
    const removed = held.filter(({ platformId }) => gone.includes(platformId));
    const items = removed.map(({ item, platformId }) => removalOf(item, platformId, session.now()));
    const position = held.length < recheck.itemsMax ? null : (held.at(-1)?.position ?? null);
    return { items, position, afterSeconds };
  } catch (error) {
    if (error instanceof PlatformError) return { items: [], position: due.position, afterSeconds };
    throw error;
  }
}

/**
 * Removals of comments that the list of their post does not show any more. A list that may leave some out proves nothing,
 * so the platform is asked about each, where it can be.
 */
export async function removedComments(
  db: Runner,
  tenantId: string,
  { comments, recheck }: Connector,
  session: Session,
  post: ReadList,
): Promise<InboundItem[]> {
  const isWhole = post.listed.length < (comments?.wholeBelow ?? 0);
  if (!isWhole && recheck === undefined) return [];
  const missing = await missingComments(db, tenantId, post);
  const gone = isWhole || recheck === undefined ? missing : await stillMissing(recheck, session, missing);
  return gone.map(({ platformId, now }) => removalOf('comment', platformId, now));
}

async function stillMissing(
  { gone, itemsMax }: NonNullable<Connector['recheck']>,
  session: Session,
  missing: readonly MissingComment[],
): Promise<MissingComment[]> {
  if (missing.length === 0) return [];
  const asked = missing.slice(0, itemsMax).map(({ platformId }) => ({ item: 'comment', platformId }) as const);
  const ids = await gone(session, asked).catch((error: unknown): readonly string[] => {
    if (error instanceof PlatformError) return [];
    throw error;
  });
  return missing.filter(({ platformId }) => ids.includes(platformId));
}

function removalOf(item: 'comment' | 'review' | 'mention', platformId: string, at: Date): InboundItem {
  return { kind: 'removal', removal: { item, platformId, at } };
}
