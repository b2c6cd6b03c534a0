import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const BYTES_MIN = 4 * 2 ** 30;

/**
 * Makes the folder of a test run, in memory where there is room: its databases have a hundred thousand files. Removes what killed
 * runs have left in memory.
 */
export async function makeRunFolder(): Promise<string> {
  const left = await readdir(MEMORY).catch(() => []);
  for (const name of left) {
    const [, pid] = /^hubbub-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(MEMORY, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const parent = Math.min(bavail * bsize, freemem()) > BYTES_MIN ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, `hubbub-tests-${process.pid}-`));
  // Where root cannot make user namespaces, PostgreSQL runs as a system user, who has to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}
