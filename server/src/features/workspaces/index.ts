import { getWorkspace } from './get-workspace.ts';
import { updateWorkspace } from './update-workspace.ts';

export const workspaceOperations = [getWorkspace, updateWorkspace];
export * as owners from './owner.repository.ts';
export * as workspaceProfiles from './profile.repository.ts';
export { knownZone, TimeZoneName } from './time-zone.ts';
export * as workspaces from './workspace.repository.ts';
export { WorkspaceName } from './workspace.ts';
export { workspaceGone } from './workspace-gone.ts';
