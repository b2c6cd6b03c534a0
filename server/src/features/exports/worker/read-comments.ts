import type { TenantDatabase } from '../../../core/context.ts';
import type { PlatformComment } from '../../../core/messaging/inbox.ts';
import { erasedComments } from '../../comments/index.ts';
import { type Inbox, leaveOutErased, openInbox } from '../../inbox/index.ts';
import * as exportRows from '../export.repository.ts';
import * as itemRows from './item.repository.ts';
import { rejectionOfItem } from './item-faults.ts';
import { advance, type ExportJob } from './job.repository.ts';
import { afterComments, type StageWork, type StepEnd } from './stage.ts';

/** Reads the comments on the next item. */
export async function readComments({ tools, lease, connector }: StageWork, job: ExportJob): Promise<StepEnd> {
  const db = tools.db.tenant(job.tenantId);
  const { displayName, comments } = connector;
  const list = comments?.list;
  if (list === undefined) {
    const missing = [`${displayName} does not give comments.`];
    return { job: await advance(db, job, { stage: afterComments(job), missing }), pauseSeconds: 0 };
  }
  const [next] = await exportRows.itemsFrom(db, job.tenantId, job.id, job.commentsRead, 1);
  if (next === undefined) {
    const missing = await sentences(db, job, displayName, connector.archive.holds);
    return { job: await advance(db, job, { stage: afterComments(job), missing }), pauseSeconds: 0 };
  }
  const read = await tools.read(job, lease, (_, session) => list(session, next.platform_id).catch(rejectionOfItem));
  const stored = await db.transaction(async (tx) => {
    // First, in the order of locks: an erasure locks the inbox, then the exports.
    const inbox = await openInbox(tx, { ...job, livemode: job.mode === 'live' });
    const found = read.value instanceof Error ? [] : await withoutErased(inbox, read.value.items);
    const advanced = await advance(tx, job, { commentsRead: 1, comments: found.length });
    if (advanced === undefined) return undefined;
    if (read.value instanceof Error)
      await itemRows.update(tx, job, next.position, { commentsMissing: read.value.message });
    await itemRows.insertComments(tx, job, next.position, found);
    return advanced;
  });
  return { job: stored, pauseSeconds: read.pauseSeconds };
}

/** The comments without those of erased people, and without what was erased in the inbox. */
async function withoutErased(inbox: Inbox, listed: readonly PlatformComment[]): Promise<PlatformComment[]> {
  if (!inbox.hasErasedPeople) return [...listed];
  const items = listed.map((comment) => ({ inbox, item: { kind: 'comment', comment } as const }));
  const kept = (await leaveOutErased(inbox.tx, items)).map(({ item: { comment } }) => comment);
  const erased = await erasedComments(
    inbox.tx,
    inbox,
    kept.map(({ platformId }) => platformId),
  );
  return kept.filter(({ platformId }) => !erased.has(platformId));
}

async function sentences(db: TenantDatabase, job: ExportJob, displayName: string, holds: string): Promise<string[]> {
  const rejected = await itemRows.reasons(db, job, 'comments_missing');
  const counted = await itemRows.toldComments(db, job);
  const lacking = rejected.map(
    ({ reason, count }) => `${displayName} does not give the comments on ${count} ${holds}: ${reason}`,
  );
  const fewer = `${displayName} counts ${counted} comments. This export holds ${job.comments} of them.`;
  return counted > job.comments ? [...lacking, fewer] : lacking;
}
