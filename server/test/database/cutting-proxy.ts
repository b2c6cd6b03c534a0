import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A connection breaks before the database sees the COMMIT, or after that and before we see the response. */
export type Cut = 'before' | 'after';

/** `h` and a hash. */
const NAME_LENGTH = 17;

export interface CuttingProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Cuts the connections of the next commits, one each. */
  arm(cuts: readonly Cut[]): void;
  /** Breaks every connection. */
  cutAll(): void;
  /** How many cuts have happened. */
  readonly count: () => number;
  close(): Promise<void>;
}

/** Stands between the service and PostgreSQL on a Unix socket and breaks connections at COMMIT. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const real = new URL(databaseUrl);
  const port = real.port || '5432';
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-cut-'));
  const armed: Cut[] = [];
  const writers = new Set<string>();
  const sockets = new Set<Socket>();
  let count = 0;

  const server = createServer((client) => {
    const database = createConnection(addressOf(real, port));
    sockets.add(client).add(database);
    let isMuted = false;
    client.on('data', (bytes) => {
      const cut = isCommit(bytes, writers) ? armed.shift() : undefined;
      if (cut === undefined) return database.write(bytes);
      count++;
      isMuted = true;
      if (cut === 'before') {
        client.destroy();
        return database.destroy();
      }
      // The response shows that the database is done with it; the service never sees it.
      database.once('data', () => {
        client.destroy();
        database.destroy();
      });
      return database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (!isMuted) client.write(bytes);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        sockets.delete(one);
      });
    }
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve));

  return {
    url: `${real.protocol}//${real.username}@${encodeURIComponent(folder)}:${port}${real.pathname}`,
    arm: (cuts) => armed.push(...cuts),
    cutAll,
    count: () => count,
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Whether a packet commits: it binds the prepared statement `commit`, or it is a whole transaction in one flush, which
 * writes a post and ends with the flush. Statements are prepared under the same names on every connection.
 */
function isCommit(bytes: Buffer, writers: Set<string>): boolean {
  for (const [, name] of bytes.toString('latin1').matchAll(/([\w-]+)\0\s*select write_post\(/g))
    if (name !== undefined) writers.add(name.slice(-NAME_LENGTH));
  return ['commit', ...writers].some((name) => bytes.includes(`\0${name}\0`));
}

/** Where a driver connects to: a socket of the machine, or a port. */
export function addressOf(url: URL, port: string) {
  const host = decodeURIComponent(url.hostname);
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) };
}
