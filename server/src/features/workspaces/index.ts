import { getWorkspace } from './get-workspace.ts';
import { updateWorkspace } from './update-workspace.ts';

export const workspaceOperations = [getWorkspace, updateWorkspace];
export * as workspaceProfiles from './profile.repository.ts';
export * as workspaces from './workspace.repository.ts';
