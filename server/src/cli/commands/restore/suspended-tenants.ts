import type { Database } from '../../../db/database.ts';
import { reports } from '../../../suspensions/index.ts';
import { CommandError, UsageError } from '../../command.ts';
import { findWorkspace } from '../../find-workspace.ts';

export type SuspendedTenant = reports.SuspendedTenant;

export const suspendedOptions = {
  workspace: { about: 'Only this workspace: its id or its name', value: 'W' },
  all: { about: 'All workspaces that are suspended, without those that were exported with --stop' },
} as const;

/** The suspended tenants that a command is about. Throws CommandError when it names none. */
export async function suspendedTenants(
  { system }: Database,
  { workspace, all }: { readonly workspace: string | undefined; readonly all: boolean },
): Promise<SuspendedTenant[]> {
  if (workspace === undefined && !all) throw new UsageError('Say which one with --workspace W, or add --all.');
  if (workspace !== undefined && all) throw new UsageError('Give --workspace W or --all, not both.');
  const suspended = await reports.suspended(system, workspace && (await findWorkspace(system, workspace)).id);
  // A workspace that was exported with --stop lives elsewhere: two installations would publish for it.
  const found = all ? suspended.filter(({ reason }) => reason !== 'export') : suspended;
  if (found.length === 0)
    throw new CommandError(
      workspace === undefined
        ? 'Nothing is suspended here that --all may resume.'
        : `The workspace ${workspace} is not suspended.`,
    );
  return found;
}
