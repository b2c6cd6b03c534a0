import { ApiError } from '../../../core/errors.ts';
import type { Lease, Worker } from '../../../core/worker.ts';
import type { Database, TenantDatabase } from '../../../db/database.ts';
import { held } from '../../held/index.ts';
import { type CopyTools, copyMedia, type MediaCopies, media } from '../../media/index.ts';
import * as posts from '../model/post.repository.ts';
import { writeMedia } from '../model/shown-media.repository.ts';
import { addressesOf, withCopies } from '../model/shown-media.ts';
import { holdOfPost, seenOfRow } from '../model/waiting.ts';

type Tools = Pick<CopyTools, 'files' | 'openMedia'>;

/**
 * Copies the files at addresses of posts that began to wait without a request that could: those of an import, and scheduled
 * ones whose brand turns its approval on. None of them can be approved before.
 */
export function createHeldMediaWorker(db: Database, tools: Tools): Worker<held.CopyJob> {
  return {
    name: 'held-media',
    concurrency: 2,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => held.claimCopies(db.system, claim),
    renew: ({ tenantId, id }, seconds) => held.renewCopies(db.tenant(tenantId), tenantId, id, seconds),
    work: (job, lease) => copyMediaOf({ ...tools, db: db.tenant(job.tenantId) }, job, lease),
  };
}

async function copyMediaOf(tools: Tools & { db: TenantDatabase }, job: held.CopyJob, lease: Lease): Promise<void> {
  const { db } = tools;
  const { tenantId, id, postId, world } = job;
  const post = await posts.byId(db, tenantId, postId);
  if (post === undefined) return held.endCopies(db, tenantId, id);
  const stops = AbortSignal.any([lease.signal, ...(lease.stopping === undefined ? [] : [lease.stopping])]);
  const during = { deadlineMs: lease.deadlineMs, signal: stops };
  try {
    const copies = await copyMedia({ ...tools, tenant: { id: tenantId, world } }, addressesOf(post), during);
    let areShown = false;
    try {
      areShown = await noteCopies(db, job, copies);
    } finally {
      if (!areShown) await copies.discard();
    }
  } catch (error) {
    // The lease ends, and the row is claimed again.
    if (stops.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    await held.postponeCopies(db, tenantId, id, { code: error.code, message: error.message });
  }
}

/** Puts the copies in place of the addresses that the post shows; false: it shows others by now, and the next round has them. */
function noteCopies(db: TenantDatabase, { tenantId, id, postId }: held.CopyJob, { ids }: MediaCopies) {
  return db.transaction(async (tx) => {
    const post = await posts.lock(tx, tenantId, postId);
    const row = await held.lock(tx, tenantId, id);
    const isOpen = row?.state === 'waiting' || row?.state === 'missed';
    if (post === undefined || row === undefined || !isOpen) {
      await held.endCopies(tx, tenantId, id);
      return false;
    }
    const copied = withCopies(post, ids);
    if (row.copy_due_at === null || addressesOf(copied).length > 0) return false;
    await media.lockReady(tx, tenantId, [...ids.values()].sort());
    await writeMedia(tx, tenantId, copied);
    const { fingerprint } = holdOfPost(seenOfRow(copied), row.reason, row);
    await held.endCopies(tx, tenantId, id, fingerprint);
    await held.notePosts(tx, tenantId, [postId]);
    return true;
  });
}
