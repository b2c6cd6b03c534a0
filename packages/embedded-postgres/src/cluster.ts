import { spawn } from 'node:child_process';
import { chown, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { buildFolder, changeOwner, unwritable } from './folders.ts';
import { errorLines } from './log-file.ts';
import { commandAs, isOwnUser, type RunAs } from './run-as.ts';

/** Creates the cluster in `pgDir` if it is missing, and gives its files to the user that PostgreSQL runs as. */
export async function ensureCluster(
  pgDir: string,
  binaries: Binaries,
  runAs: RunAs,
  user: string,
  log: (line: string) => void,
): Promise<void> {
  const entries = await entriesOf(pgDir, runAs);
  if (entries.length > 0 && !entries.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError('failed', `${pgDir} holds something other than a database; move it away`);
  }
  if (entries.length === 0) {
    log(`Making the database in ${pgDir}`);
    await buildFolder(pgDir, async (temporary) => {
      const reason = await initdb(temporary, binaries.nativeDir, runAs, user);
      if (reason === undefined) return;
      throw new EmbeddedPostgresError('failed', `The database could not be made in ${pgDir}: ${reason}`);
    });
    await syncFolder(path.dirname(pgDir));
  }
  await checkMajorVersion(pgDir, binaries.version);
  // Root may run PostgreSQL as another user than at the last start.
  if ((await stat(pgDir)).uid !== runAs.uid) await changeOwner(runAs, pgDir);
}

async function entriesOf(folder: string, runAs: RunAs): Promise<string[]> {
  try {
    const { uid } = await stat(folder);
    if (isOwnUser(runAs) && uid !== runAs.uid) throw foreignOwner(uid, folder);
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error instanceof EmbeddedPostgresError ? error : unwritable(folder, error);
  }
}

function foreignOwner(uid: number, folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unwritable',
    `${folder} belongs to another user (uid ${uid}); start the service as that user, chown the data folder or set DATA_DIR`,
  );
}

/** Returns the error lines of initdb, or undefined when it succeeded. */
async function initdb(folder: string, nativeDir: string, runAs: RunAs, user: string): Promise<string | undefined> {
  if (runAs.uid !== process.getuid?.()) await chown(folder, runAs.uid, runAs.gid);
  const { command, args, options } = commandAs(runAs, path.join(nativeDir, 'bin', 'initdb'), [
    `--pgdata=${folder}`,
    `--username=${user}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Only this user can enter the folder of the socket, and no network reaches the server.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += `error: ${error.message}\n`;
      resolve(null);
    });
    child.on('close', resolve);
  });
  return status === 0 ? undefined : errorLines(output);
}

/** Throws when the data belongs to another major version, which PostgreSQL cannot read. */
async function checkMajorVersion(pgDir: string, version: string | undefined): Promise<void> {
  const found = (await readFile(path.join(pgDir, 'PG_VERSION'), 'utf8')).trim();
  const ours = version?.split('.')[0];
  if (ours === undefined || ours === found) return;
  throw new EmbeddedPostgresError(
    'failed',
    `${pgDir} was made by PostgreSQL ${found}, and this release brings ${ours}; ` +
      'move the data over with pg_dump from the release before, or set DATABASE_URL',
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
