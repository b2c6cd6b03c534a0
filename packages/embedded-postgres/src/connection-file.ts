import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the database of a data folder listens, for commands beside a running service. */
export interface Connection {
  readonly url: string;
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly postgresPid: number;
  readonly servicePid: number;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'connection.json');

/**
 * Reads `<dataDir>/connection.json`. Undefined when no service runs or the file is unreadable. A killed service leaves
 * its file behind, so only a connection attempt proves that the server runs.
 */
export async function readConnection(dataDir: string): Promise<Connection | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Connection;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically. Only its owner can read it. */
export async function writeConnection(dataDir: string, connection: Connection): Promise<void> {
  const temporary = `${fileOf(dataDir)}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, fileOf(dataDir));
}

export async function removeConnection(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}
