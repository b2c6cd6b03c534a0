import type { Lease } from '../../../core/worker.ts';
import * as exportRows from '../export.repository.ts';
import { exportFileKey, type StoredExportFile } from '../export.ts';
import { datasetOf } from './dataset-of.ts';
import * as jobs from './job.repository.ts';
import type { ExportTools } from './tools.ts';

/** Writes the files under keys that depend on the export alone, so a repeated writing replaces them and leaves no others. */
export async function writeExport(tools: ExportTools, job: jobs.ExportJob, lease: Lease): Promise<void> {
  const db = tools.db.tenant(job.tenantId);
  const stopping = lease.stopping === undefined ? [] : [lease.stopping];
  const signal = AbortSignal.any([lease.signal, ...stopping]);
  const files: StoredExportFile[] = [];
  // Loaded when first needed, because its libraries take memory.
  const { writeFiles } = await import('../files/write-files.ts');
  try {
    await writeFiles(await datasetOf(tools, job), async ({ kind, filename, contentType }, content) => {
      signal.throwIfAborted();
      await tools.storage.put(exportFileKey(job.tenantId, job.id, kind), content, { contentType, signal });
      files.push({ kind, filename, contentType });
    });
    signal.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
    return jobs.leave(db, job);
  }
  if (await jobs.complete(db, job, files)) return;
  // The workspace is gone, and with it the row that would remind of these files.
  if ((await exportRows.byId(db, job.tenantId, job.id, undefined)) === undefined)
    for (const { kind } of files) await tools.storage.remove(exportFileKey(job.tenantId, job.id, kind));
  await jobs.leave(db, job);
}
