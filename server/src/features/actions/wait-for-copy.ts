import type { CopyFailed, CopyNotReady } from '../../core/files.ts';
import type { TenantDatabase } from '../../db/database.ts';
import type { Failure, Job } from './action.ts';
import { LeaseLost } from './end.ts';
import { systemFailure } from './failure.ts';
import * as steps from './step.repository.ts';

/**
 * Puts the action off until a copy of its film is made; others of its account go on meanwhile. It counts as begun only
 * after that, so that nothing that is bounded by the time since the beginning runs out.
 */
export async function waitForCopy(db: TenantDatabase, job: Job, copy: CopyNotReady): Promise<undefined> {
  const { mediaId, progress, checkAfterSeconds } = copy;
  const detail = { step: 'not_ready', reason: 'video_copy', media_id: mediaId, progress };
  const held = await db.transaction(async (tx) => {
    const later = { state: job.state, afterSeconds: checkAfterSeconds, pauseSeconds: 0 };
    const isHeld = await steps.postpone(tx, job, later, {
      ...detail,
      check_after_seconds: Math.round(checkAfterSeconds),
    });
    if (isHeld) await steps.unbegin(tx, job);
    return isHeld;
  });
  if (!held) throw new LeaseLost();
}

export function conversionFailed({ message }: CopyFailed): Failure {
  return systemFailure('conversion_failed', message, 'Retry later: the video is converted again then.');
}
