import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const NODE_MIN = 24;

export function checkNode(): Finding {
  const { version } = process;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MIN) return ok('node', version);
  return wrong('node', version, `Node ${NODE_MIN} or newer is needed; npm ci brings it.`);
}

/** The data folder, or where it would be made. */
export function checkDataDir({ dataDir }: Config): Finding {
  const exists = existsSync(dataDir);
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
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
