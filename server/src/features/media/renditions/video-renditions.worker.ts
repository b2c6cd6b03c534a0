import { hasFfmpeg } from '@hubbub/media-info';
import type { Worker } from '../../../core/worker.ts';
import type { Database } from '../../../db/database.ts';
import { removeStale } from '../../../lib/remove-stale.ts';
import { type TranscodeTools, transcodeVideo } from './transcode-video.ts';
import * as renditions from './video-renditions.repository.ts';

export const VIDEO_RENDITIONS = 'video copies';

const REMOVAL_INTERVAL_MS = 60_000;
/** A conversion touches its folder every second. */
const STALE_MS = 5 * 60 * 1000;
const SERVED_MAX = 1000;

/** Makes renditions of videos: one at a time in each process, tenants in turn. */
export function createVideoRenditionsWorker(db: Database, tools: TranscodeTools): Worker<renditions.RenditionJob> {
  let nextRemovalMs = 0;
  let served: string[] = [];
  return {
    name: VIDEO_RENDITIONS,
    concurrency: 1,
    async claim({ leaseSeconds }) {
      if (performance.now() >= nextRemovalMs) {
        nextRemovalMs = performance.now() + REMOVAL_INTERVAL_MS;
        await removeStale(tools.folder, STALE_MS);
      }
      if (!(await hasFfmpeg())) return [];
      const claimed = await renditions.claim(db.system, served, leaseSeconds);
      for (const { tenantId } of claimed)
        served = [...served.filter((id) => id !== tenantId), tenantId].slice(-SERVED_MAX);
      return claimed;
    },
    renew: (job, leaseSeconds) => renditions.renew(db.tenant(job.tenantId), job, leaseSeconds),
    work: (job, lease) => transcodeVideo(tools, db.tenant(job.tenantId), job, lease),
    release: (job) => renditions.release(db.tenant(job.tenantId), job),
  };
}
