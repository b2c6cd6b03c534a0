import type { Command } from '../command.ts';
import { connectSimulated } from './connect-simulated.ts';
import { createKey } from './create-key.ts';
import { createWorkspace } from './create-workspace.ts';
import { doctor } from './doctor.ts';
import { listApps } from './list-apps.ts';
import { listDead } from './list-dead.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { replayDead } from './replay-dead.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { setPlan } from './set-plan.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  createWorkspace,
  listWorkspaces,
  createKey,
  revokeKey,
  setPlan,
  connectSimulated,
  listApps,
  listDead,
  replayDead,
  rotateSecrets,
  doctor,
];
