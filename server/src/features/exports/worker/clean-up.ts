import { FILE_KINDS } from '../dataset.ts';
import { exportFileKey } from '../export.ts';
import type { ExportJob } from './job.repository.ts';
import { removeContent, settleRemoval } from './job.repository.ts';
import type { ExportTools } from './tools.ts';

/** Rows of one statement, so that no lock is held for long. */
const BATCH = 5000;

/** Removes the files and the content of a closed export: it was cancelled, it failed or it has expired. */
export async function cleanUp({ db, storage }: ExportTools, job: ExportJob): Promise<void> {
  // A worker that was killed while it wrote has left files that no row names.
  for (const kind of FILE_KINDS) await storage.remove(exportFileKey(job.tenantId, job.id, kind));
  const tenant = db.tenant(job.tenantId);
  while ((await removeContent(tenant, job, BATCH)) >= BATCH);
  await settleRemoval(tenant, job);
}
