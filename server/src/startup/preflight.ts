import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import { readServiceRecord } from './pid-file.ts';

/** Throws SettingError when the service cannot listen on the address. */
export async function assertPortFree(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenError(error, config)));
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  });
}

/** Translates a listen error for the operator. Other errors are returned unchanged. */
export function listenError(error: unknown, { host, port, dataDir }: Config): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const running = readServiceRecord(dataDir);
    const holder =
      running !== undefined && new URL(running.url).port === String(port)
        ? ` by the Hubbub that runs on this data folder (pid ${running.pid})`
        : '';
    return new SettingError('PORT', `${port} is in use on ${host}${holder}. Stop that process or set another PORT.`);
  }
  if (code === 'EACCES' && syscall === 'listen')
    return new SettingError('PORT', `${port} may not be used by this user. Set a PORT above 1023.`);
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return new SettingError(
      'HOST',
      `${host} cannot be listened on (${code}). Use 127.0.0.1, 0.0.0.0 or an address of this machine.`,
    );
  return error;
}

/** Makes the data folder and writes to it once; throws SettingError. */
export function makeDataDir({ dataDir }: Config): void {
  const probe = join(dataDir, `.write-test-${randomBytes(4).toString('hex')}`);
  try {
    makeFolder(dataDir, 0o700);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A full disk has its own answers, and reads go on.
    if (isOutOfRoom(error) && existsSync(dataDir)) return;
    throw new SettingError(
      'DATA_DIR',
      `is not a folder that can be written to: ${dataDir} (${code}). Give rights to it or choose another folder.`,
    );
  }
}

/** Not `recursive`: that never returns where no folder can be made, such as in /proc. */
function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another start made it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
