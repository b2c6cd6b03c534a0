import type { TenantDatabase } from '../db/database.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { closest } from '../lib/closest.ts';
import { CommandError } from './command.ts';

export type Workspace = Awaited<ReturnType<typeof workspaces.find>>[number];

/** The option that every command on one workspace has. */
export const workspaceOption = { about: 'Its id or its name', value: 'W', isRequired: true } as const;

/** The workspace with this id, else with this name. Throws CommandError when none or several match. */
export async function findWorkspace(system: TenantDatabase, word: string): Promise<Workspace> {
  const found = await workspaces.find(system, word);
  const only = found.find(({ id }) => id === word) ?? (found.length === 1 ? found[0] : undefined);
  if (only !== undefined) return only;
  if (found.length > 1) {
    const ids = found.map(({ id, plan }) => `  ${id}  ${plan}`).join('\n');
    throw new CommandError(
      `${found.length} workspaces are called ${JSON.stringify(word)}. Say which one by its id:\n${ids}`,
    );
  }
  const names = (await workspaces.list(system)).map(({ name }) => name);
  const suggestion = closest(word, names);
  const hint =
    suggestion === undefined
      ? 'See them with: npm run hubbub -- workspaces list'
      : `Did you mean ${JSON.stringify(suggestion)}?`;
  throw new CommandError(`There is no workspace ${JSON.stringify(word)}. ${hint}`);
}
