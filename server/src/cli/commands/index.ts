import type { Command } from '../command.ts';
import { connectSimulated } from './accounts-connect-simulated.ts';
import { createAnnouncement } from './announcements-create.ts';
import { deleteAnnouncement } from './announcements-delete.ts';
import { listAnnouncements } from './announcements-list.ts';
import { listApps } from './apps-list.ts';
import { backUp } from './backup/backup.ts';
import { listAllBackups } from './backup/list.ts';
import { restore } from './backup/restore.ts';
import { verify } from './backup/verify.ts';
import { cellDirectory } from './cells-directory.ts';
import { migrateDatabase } from './database/migrate.ts';
import { prepareDatabase } from './database/prepare.ts';
import { listDead } from './dead-list.ts';
import { replayDead } from './dead-replay.ts';
import { doctor } from './doctor.ts';
import { listFeedback } from './feedback-list.ts';
import { createKey } from './keys-create.ts';
import { listKeys } from './keys-list.ts';
import { revokeKey } from './keys-revoke.ts';
import { rotateKey } from './keys-rotate.ts';
import { listen } from './listen.ts';
import { adoptMedia } from './media-adopt.ts';
import { exportOneWorkspace } from './moving/workspaces-export.ts';
import { importOneWorkspace } from './moving/workspaces-import.ts';
import { inviteOwner } from './people/invite-owner.ts';
import { listPeople } from './people/list.ts';
import { removePerson } from './people/remove.ts';
import { resetPerson } from './people/reset.ts';
import { listPlans } from './plans-list.ts';
import { setPlan } from './plans-set.ts';
import { beginRestore } from './restore/restore-begin.ts';
import { checkRestore } from './restore/restore-check.ts';
import { reportRestore } from './restore/restore-report.ts';
import { resumeRestore } from './restore/restore-resume.ts';
import { rotateSecrets } from './secrets-rotate.ts';
import { trigger } from './trigger.ts';
import { createWorkspace } from './workspaces-create.ts';
import { deleteWorkspace } from './workspaces-delete.ts';
import { listWorkspaces } from './workspaces-list.ts';
import { undeleteWorkspace } from './workspaces-undelete.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  createWorkspace,
  listWorkspaces,
  deleteWorkspace,
  undeleteWorkspace,
  exportOneWorkspace,
  importOneWorkspace,
  listPeople,
  inviteOwner,
  resetPerson,
  removePerson,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  cellDirectory,
  listPlans,
  setPlan,
  connectSimulated,
  listen,
  trigger,
  listApps,
  listDead,
  replayDead,
  createAnnouncement,
  listAnnouncements,
  deleteAnnouncement,
  listFeedback,
  adoptMedia,
  backUp,
  listAllBackups,
  verify,
  restore,
  beginRestore,
  checkRestore,
  reportRestore,
  resumeRestore,
  rotateSecrets,
  migrateDatabase,
  prepareDatabase,
  doctor,
];
