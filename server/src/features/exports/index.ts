import { cancelExport } from './cancel-export.ts';
import { createExport } from './create-export.ts';
import { getExport } from './get-export.ts';
import { listExportVideos, listExportVideosUnversioned } from './list-export-videos.ts';
import { listExports } from './list-exports.ts';

export const exportOperations = [
  createExport,
  listExports,
  getExport,
  listExportVideos,
  listExportVideosUnversioned,
  cancelExport,
];

export { downloadOf } from './download-of.ts';
export { erasePerson } from './erased-person.repository.ts';
export { createExportsWorker } from './worker/exports.worker.ts';
