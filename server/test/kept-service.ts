import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { readTables } from '../src/db/tables.ts';
import type { TestService } from './harness.ts';

/** A service that files use one after the other. */
export interface KeptService {
  readonly service: TestService;
  /** Jobs of workers that run now. */
  readonly running: () => number;
  /** A connection of the database's owner. */
  readonly owner: pg.Pool;
  readonly checkEvents: () => Promise<void>;
  /** Stops it for good. */
  readonly end: () => Promise<void>;
}

/** One per worker of vitest, because workers of a service that nobody uses still poll the database. */
let idle: { readonly kind: string; readonly kept: KeptService } | undefined;

/** The kept service with this configuration, or a new one. Its database holds nothing. */
export async function borrow(kind: string, start: () => Promise<KeptService>): Promise<TestService> {
  const found = idle;
  idle = undefined;
  if (found?.kind === kind) return found.kept.service;
  await found?.kept.end();
  const kept = await start();
  const { quiet, clear, isUnchanged } = await createBroom(kept);
  const give = async () => {
    await quiet();
    const fault = await kept.checkEvents().catch((error: unknown) => error);
    // A service that cannot be emptied is as little use as one that was changed.
    const isAsNew = await clear().then(isUnchanged, () => false);
    if (idle === undefined && isAsNew) idle = { kind, kept };
    else await kept.end();
    if (fault !== undefined) throw fault;
  };
  return Object.assign(kept.service, { close: give });
}

const QUIET_MS_MAX = 5000;
/** Rows that a service has from its start. */
const STAYS = ['installation', 'login_keys', 'media_place', 'migrations'];

/** Removes what a file has left behind: rows, worlds and files of tenants. */
async function createBroom({ service, running, owner }: KeptService) {
  const client = await owner.connect();
  const tables = await readTables(client).finally(() => client.release());
  const names = tables.map(({ name }) => name).filter((name) => !STAYS.includes(name));
  // Each table in a transaction of its own, so that claims of workers cannot wait for us in a circle.
  const emptyAll = names
    .reverse()
    .map((name) => `begin; set local lock_timeout = '5s'; delete from ${name}; commit`)
    .join('; ');
  const look = async () => JSON.stringify((await owner.query(STATE)).rows);
  const before = await look();

  const quiet = async () => {
    const deadline = performance.now() + QUIET_MS_MAX;
    while (running() > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    quiet,
    async clear() {
      await owner.query(emptyAll);
      const { worlds } = (await (await fetch(`${service.simulatorRoot}/worlds`)).json()) as {
        readonly worlds: readonly { readonly world: string }[];
      };
      await Promise.all(
        worlds
          .filter(({ world }) => world !== 'installation')
          .map(({ world }) => fetch(`${service.simulatorRoot}/worlds/${world}`, { method: 'DELETE' })),
      );
      for (const name of await readdir(join(service.dataDir, 'media')).catch(() => []))
        if (name.startsWith('ten_')) await rm(join(service.dataDir, 'media', name), { recursive: true });
      // A job that began before may have written once more.
      await quiet();
      await owner.query(emptyAll);
    },
    isUnchanged: async () => running() === 0 && (await look()) === before,
  };
}

/** The rows of the installation, and what every statement of the data definition language changes. */
const STATE = `select (select json_agg(i) from installation i) as installation, (select json_agg(p) from media_place p) as place,
  ${['pg_class', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_policy']
    .map((name) => `(select count(*) || '/' || max(xmin::text::bigint) from ${name}) as ${name}`)
    .join(', ')}`;
