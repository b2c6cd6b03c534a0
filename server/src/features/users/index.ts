import { deleteMe } from './delete-me.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';

export const userOperations = [getMe, updateMe, deleteMe];
export * as deletions from './deletion/deletion.repository.ts';
export { stopWorkspace } from './deletion/stop-workspace.ts';
export { createWorkspaceDeletionsWorker } from './deletion/workspace-deletions.worker.ts';
