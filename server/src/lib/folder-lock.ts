import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder for this process. Undefined when another process of this machine holds the lock. The lock is the name of
 * a listening socket, so it ends with the process, even after a kill. On Linux that name is in no folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  // Device and inode instead of the path: containers on one network each have their own /data.
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `hubbub-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
  let server = await listen(address);
  if (server === undefined && process.platform !== 'linux' && !(await isListening(address))) {
    rmSync(address, { force: true });
    server = await listen(address);
  }
  if (server === undefined) return undefined;
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen({ path: address }, () => resolve(server.unref()));
  });
}

/** Whether a process listens. The socket file of a killed process stays behind. */
function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path: address });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
