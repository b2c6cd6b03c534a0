import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const BYTES_MIN = 4 * 2 ** 30;
const OLD_MS = 3600 * 1000;

/**
 * Makes the folder of a test run, in memory where there is room: its databases have a hundred thousand files. Removes what killed
 * runs have left in memory.
 */
export async function makeRunFolder(): Promise<string> {
  for (const name of await readdir(MEMORY).catch(() => [])) await removeLeft(name).catch(() => {});
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const parent = Math.min(bavail * bsize, freemem()) > BYTES_MIN ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, `hubbub-tests-${process.pid}-`));
  // Where root cannot make user namespaces, PostgreSQL runs as a system user, who has to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** A folder of another container may have a process that is not seen here, so only old ones go. */
async function removeLeft(name: string): Promise<void> {
  const [, pid] = /^hubbub-tests-(\d+)-/.exec(name) ?? [];
  if (pid === undefined || existsSync(`/proc/${pid}`)) return;
  const folder = join(MEMORY, name);
  if (Date.now() - (await stat(folder)).mtimeMs > OLD_MS) await rm(folder, { recursive: true });
}
