import type { RenditionFailed, RenditionNotReady } from '../core/files.ts';
import type { TenantDatabase } from '../db/database.ts';
import type { Failure, Job } from './action.ts';
import { systemFailure } from './failure.ts';
import { LeaseLost } from './settle-action.ts';
import * as steps from './step.repository.ts';

/**
 * Puts the action off until the rendition of its video is made. Other actions of its account go on meanwhile. It counts
 * as started only after that, so that no bound on the time since the start runs out. Throws LeaseLost.
 */
export async function waitForRendition(db: TenantDatabase, job: Job, rendition: RenditionNotReady): Promise<undefined> {
  const { mediaId, progress, checkAfterSeconds } = rendition;
  const detail = { step: 'not_ready', reason: 'video_copy', media_id: mediaId, progress };
  const isLeased = await db.transaction(async (tx) => {
    const postponement = { state: job.state, afterSeconds: checkAfterSeconds, pauseSeconds: 0 };
    const isPostponed = await steps.postpone(tx, job, postponement, {
      ...detail,
      check_after_seconds: Math.round(checkAfterSeconds),
    });
    if (isPostponed) await steps.clearStart(tx, job);
    return isPostponed;
  });
  if (!isLeased) throw new LeaseLost();
}

export function conversionFailed({ message }: RenditionFailed): Failure {
  return systemFailure('conversion_failed', message, 'Retry later: the video is converted again then.');
}
