export * as workspaces from './workspace.repository.ts';
