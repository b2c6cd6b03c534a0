import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const NODE_MIN = 24;

export function checkNode(): Finding {
  const { version } = process;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MIN) return ok('node', version);
  return wrong('node', version, `Node ${NODE_MIN} or newer is needed; npm ci brings it.`);
}

/** Without ffmpeg only videos that platforms accept unchanged can be published, so its absence is no problem. */
export async function checkFfmpeg(): Promise<Finding> {
  const { hasFfmpeg } = await import('@hubbub/media-info');
  const text = 'not installed: videos that a platform does not accept unchanged are rejected';
  return ok('ffmpeg', (await hasFfmpeg()) ? 'installed; videos are converted' : text);
}

const FREE_BYTES_MIN = 1024 ** 3;

/** Free space on the disk of the data folder. PostgreSQL stops on a full disk. */
export function checkDisk({ dataDir }: Config): Finding {
  const { bavail, bsize } = statfsSync(existingOf(dataDir));
  const free = bavail * bsize;
  const text = `${(free / FREE_BYTES_MIN).toFixed(1)} GiB free`;
  if (free >= FREE_BYTES_MIN) return ok('disk', text);
  return wrong('disk', text, `Free space on the disk of ${dataDir}, or set DATA_DIR to another disk.`);
}

function existingOf(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** The data folder, or the folder in which it would be made. */
export function checkDataDir({ dataDir }: Config): Finding {
  const exists = existsSync(dataDir);
  const folder = existingOf(dataDir);
  try {
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('data folder', exists ? dataDir : `${dataDir} (made by the first start)`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return wrong(
      'data folder',
      `${folder} cannot be written (${reason})`,
      'Give this user rights to it or set DATA_DIR to another folder.',
    );
  }
}
