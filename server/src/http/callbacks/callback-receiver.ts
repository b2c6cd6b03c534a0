import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Payments } from '../../core/billing/payments.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notSupported } from '../../core/errors.ts';
import { isWorldId } from '../../core/ids.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';
import type { Vault } from '../../core/tools.ts';
import type { Database } from '../../db/database.ts';
import { type PlatformApp, platformApps } from '../../features/platform-apps/index.ts';
import { forwardCallback } from '../../inbound/index.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { Lane } from '../turns/lane.ts';

export interface CallbackOptions {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly vault: Vault;
  readonly payments: Payments | undefined;
  readonly wake: (worker: string) => void;
  readonly lane: Lane;
  /** The name of this cell; empty: the installation is alone. */
  readonly cell: string;
  /** The addresses of the other cells. */
  readonly cellPeers: readonly string[];
  /** A public address of this service. */
  readonly publicUrl: (path: string) => string;
}

/** Paths of callbacks: those of live apps, and those of the apps of a world. */
export const PLACES = ['/callbacks/:platform', '/callbacks/test/:world/:platform'];

/** The app of a world, or a live one, whose secret signs callbacks; undefined where none is set up. */
export type FindApp = (world: string | null, platform: Platform) => Promise<PlatformApp | undefined>;

const LOOKUPS_MAX = 100;
/** For so long the secret of an app is taken as read. */
const RECENT_MS = 1000;
const RECENT_MAX = 1000;

/** Callbacks that come during a lookup share the next one, so that a secret is read after the callback came. */
export function createFindApp({ db, vault }: Pick<CallbackOptions, 'db' | 'vault'>): FindApp {
  const find = inBatches<{ world: string | null; platform: Platform }, PlatformApp | undefined>(
    (asked) => {
      const found = new Map<string, Promise<PlatformApp | undefined>>();
      return Promise.all(
        asked.map(({ world, platform }) => {
          const key = `${world} ${platform}`;
          const app = found.get(key) ?? platformApps.find(db.system, vault, world, platform);
          found.set(key, app);
          return app;
        }),
      );
    },
    LOOKUPS_MAX,
    { isolates: () => true },
  );
  return (world, platform) => find({ world, platform });
}

/** The same, but an app that was found within the last second is not read again. */
export function findRecentApp(findApp: FindApp): FindApp {
  const recent = new LRUCache<string, PlatformApp>({ max: RECENT_MAX, ttl: RECENT_MS });
  return async (world, platform) => {
    const key = `${world} ${platform}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const app = await findApp(world, platform);
    recent.set(key, app);
    return app;
  };
}

export interface Receiver {
  /** The id of a world; null: the real platforms. */
  readonly world: string | null;
  readonly platform: Platform;
  readonly connector: Connector;
  readonly platformApp: PlatformApp;
}

/** The platform of a callback, its connector and the app whose secret signs. Throws ApiError. */
export async function receiverOf(
  { connectors }: Pick<CallbackOptions, 'connectors'>,
  findApp: FindApp,
  params: unknown,
): Promise<Receiver> {
  const { platform: name, world = null } = params as { platform: string; world?: string };
  const platform = toPlatform(name);
  const connector = platform === undefined ? undefined : connectors[platform];
  if (platform === undefined || connector === undefined)
    throw new ApiError('unsupported_platform', `There is no platform ${JSON.stringify(name)}.`);
  if (connector.inbound === undefined && connector.removals === undefined) throw notSupported(platform, 'callbacks');
  const isPlace = world === null || isWorldId(world);
  const platformApp = isPlace ? await findApp(world, platform) : undefined;
  if (platformApp === undefined) throw new ApiError('not_found', `No ${platform} app is set up here.`);
  return { world, platform, connector, platformApp };
}

export function wrongSignature(): ApiError {
  return new ApiError('unauthorized', 'The signature of the callback is not right.');
}

/** Stores a verified callback of a live app for the other cells, before the platform gets its response. */
export async function passOn(
  { db, cellPeers, wake }: CallbackOptions,
  { raw, headers }: FastifyRequest,
  body: Buffer,
): Promise<void> {
  if (await forwardCallback(db.system, cellPeers, { path: raw.url ?? '', headers, body })) wake('forwards');
}
