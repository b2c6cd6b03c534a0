import type { TenantDatabase } from '../db/database.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { closest } from '../lib/closest.ts';
import { CommandError } from './command.ts';

export type Workspace = workspaces.ListedWorkspace;

/** The option that every command on one workspace has. */
export const workspaceOption = { about: 'Its id or its name', value: 'W', isRequired: true } as const;

/** The workspace with this id, else with this name. Throws CommandError when none or several match. */
export async function findWorkspace(system: TenantDatabase, word: string): Promise<Workspace> {
  return findOne(system, word, 'live');
}

/** The same among workspaces that are deleted and not purged yet. */
export async function findDeletedWorkspace(system: TenantDatabase, word: string): Promise<Workspace> {
  return findOne(system, word, 'deleted');
}

async function findOne(system: TenantDatabase, word: string, state: 'live' | 'deleted'): Promise<Workspace> {
  const isWanted = ({ purge_at: purgeAt }: Workspace) => (purgeAt === null) === (state === 'live');
  const matches = await workspaces.find(system, word);
  const found = matches.filter(isWanted);
  const only = found.find(({ id }) => id === word) ?? (found.length === 1 ? found[0] : undefined);
  if (only !== undefined) return only;
  if (found.length > 1) {
    const ids = found.map(({ id, plan }) => `  ${id}  ${plan}`).join('\n');
    throw new CommandError(
      `${found.length} workspaces are called ${JSON.stringify(word)}. Say which one by its id:\n${ids}`,
    );
  }
  if (matches.length > 0)
    throw new CommandError(
      state === 'deleted'
        ? `The workspace ${JSON.stringify(word)} is not deleted.`
        : `The workspace ${JSON.stringify(word)} is deleted. Take it back first: npm run hubbub -- workspaces undelete ${matches[0]?.id}`,
    );
  const names = (await workspaces.list(system)).filter(isWanted).map(({ name }) => name);
  const suggestion = closest(word, names);
  const hint =
    suggestion === undefined
      ? 'See them with: npm run hubbub -- workspaces list'
      : `Did you mean ${JSON.stringify(suggestion)}?`;
  throw new CommandError(`There is no workspace ${JSON.stringify(word)}. ${hint}`);
}
