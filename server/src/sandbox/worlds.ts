import { randomBytes } from 'node:crypto';
import { HttpFailure } from '@hubbub/guarded-http';
import type { Connectors } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { addressInCell } from '../core/ids.ts';
import type { Platform } from '../core/platforms.ts';
import type { AppCredentials } from '../core/session.ts';
import type { Vault } from '../core/tools.ts';
import type { Database } from '../db/database.ts';
import { type PlatformApp, platformApps } from '../features/platform-apps/index.ts';
import {
  callControl,
  callSimulator,
  removeSimulated,
  type SimulatorControl,
  SimulatorRejection,
} from './simulator-control.ts';
import * as worlds from './world.repository.ts';
import type { WorldClocks } from './world-clocks.ts';

export interface WorldTools {
  readonly db: Database;
  readonly vault: Vault;
  readonly connectors: Connectors;
  readonly simulator: SimulatorControl;
  readonly clocks: WorldClocks;
  /** Where simulated platforms call us; undefined: nobody listens now. */
  readonly callbackUrl: (() => string) | undefined;
  /** The name of this cell; absent or empty: the installation is alone. */
  readonly cell?: string;
}

/** The worlds of the test tenants, as far as the service arranges them. */
export interface Worlds {
  /**
   * Makes a world usable, once in a process: it exists, its clock is its tenant's, and it knows our callback addresses.
   * False when no workspace has it. @throws as callControl
   */
  readonly ready: (worldId: string) => Promise<boolean>;
  /** Notes that a world is not there, such as one that the operator deleted. The next `ready` makes it again. */
  readonly forget: (worldId: string) => void;
  /** A world's app on a platform. It is stored, so that its callbacks can be verified. @throws as callControl */
  readonly app: (worldId: string, platform: Platform) => Promise<AppCredentials>;
  /** Moves the clock of a world until it is so far ahead in all. The pauses of its apps shorten. Throws ApiError 503. */
  readonly advance: (worldId: string, aheadSeconds: number) => Promise<void>;
  /** Deletes a world with all that is in it, and its apps here. @throws HttpFailure when the simulator is away */
  readonly remove: (worldId: string) => Promise<void>;
}

interface SimulatedApp {
  readonly client_id: string;
  readonly client_secret: string;
}

export function createWorlds(tools: WorldTools): Worlds {
  const { db, vault, connectors, simulator, clocks, callbackUrl, cell = '' } = tools;
  const made = new Map<string, Promise<boolean>>();
  /** Apps that know the callback address of this process. */
  const registered = new Set<string>();

  async function make(worldId: string): Promise<boolean> {
    const known = await worlds.find(db.system, worldId);
    if (known === undefined) return false;
    // Simulated platforms fetch stored files from us, usually on the same machine.
    await callSimulator(simulator, 'PUT', `worlds/${worldId}`, { name: known.name, allow_local_fetch: true });
    if (known.world.aheadSeconds > 0) await moveClock(worldId, known.world.aheadSeconds);
    await Promise.all(known.platforms.map((platform) => appOf(worldId, platform as Platform)));
    return true;
  }

  async function ready(worldId: string): Promise<boolean> {
    const running = made.get(worldId) ?? make(worldId);
    made.set(worldId, running);
    const isThere = await running.catch((error: unknown) => {
      made.delete(worldId);
      throw error;
    });
    if (!isThere) made.delete(worldId);
    return isThere;
  }

  /** Makes the world again when the operator has deleted it meanwhile. */
  async function inside<T>(worldId: string, work: () => Promise<T>): Promise<T> {
    await ready(worldId);
    return work().catch(async (error: unknown) => {
      if (!(error instanceof SimulatorRejection && error.lacksWorld)) throw error;
      made.delete(worldId);
      if (!(await ready(worldId))) throw error;
      return work();
    });
  }

  async function moveClock(worldId: string, aheadSeconds: number): Promise<void> {
    const options = { ahead_seconds: aheadSeconds };
    const { moved_seconds } = await callControl<{ moved_seconds: number }>(
      simulator,
      worldId,
      'POST',
      'clock',
      options,
    );
    clocks.note(worldId, aheadSeconds);
    if (moved_seconds > 0) await worlds.shortenPauses(db.system, worldId, moved_seconds);
  }

  async function appOf(worldId: string, platform: Platform): Promise<AppCredentials> {
    const made = await callControl<SimulatedApp>(simulator, worldId, 'GET', `apps/${platform}`);
    const app = await keep(worldId, platform, { clientId: made.client_id, clientSecret: made.client_secret });
    const { inbound, removals } = connectors[platform] ?? {};
    const name = `${worldId} ${platform} ${app.clientId}`;
    if (callbackUrl === undefined || (inbound === undefined && removals === undefined) || registered.has(name))
      return app;
    registered.add(name);
    const callback_url = addressInCell(cell, `${callbackUrl()}/callbacks/test/${worldId}/${platform}`);
    const options = { callback_url, verify_token: app.verifyToken };
    await callControl(simulator, worldId, 'PUT', `apps/${platform}`, options).catch((error: unknown) => {
      registered.delete(name);
      throw error;
    });
    return app;
  }

  /** Two processes may keep the same app at once; the first one's token counts. */
  async function keep(worldId: string, platform: Platform, app: AppCredentials): Promise<PlatformApp> {
    const known = await platformApps.find(db.system, vault, worldId, platform);
    if (known?.clientId === app.clientId && known.clientSecret === app.clientSecret) return known;
    const wanted = { ...app, verifyToken: known?.verifyToken ?? randomBytes(16).toString('hex') };
    await platformApps[known === undefined ? 'insert' : 'save'](db.system, vault, worldId, platform, wanted, '');
    return (await platformApps.find(db.system, vault, worldId, platform)) ?? wanted;
  }

  return {
    ready,
    forget: (worldId) => void made.delete(worldId),
    app: (worldId, platform) => inside(worldId, () => appOf(worldId, platform)),
    async advance(worldId, aheadSeconds) {
      try {
        await inside(worldId, () => moveClock(worldId, aheadSeconds));
      } catch (error) {
        throw asUnavailable(error, 'The simulator is not reachable right now; the clock was not moved.');
      }
    },
    async remove(worldId) {
      await removeSimulated(simulator, worldId);
      await worlds.removeApps(db.system, worldId);
      made.delete(worldId);
    },
  };
}

/** 503 for a simulator that is away or rejects; other errors stay as they are. */
export function asUnavailable(error: unknown, message: string): unknown {
  if (!(error instanceof HttpFailure) && !(error instanceof SimulatorRejection)) return error;
  const wrapped = new ApiError('unavailable', message, { retry_after: 1 });
  wrapped.cause = error;
  return wrapped;
}
