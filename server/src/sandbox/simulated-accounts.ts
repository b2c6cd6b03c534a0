import type { Connector } from '../core/connector.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../core/ids.ts';
import type { Platform } from '../core/platforms.ts';
import type { Tokens } from '../core/session.ts';
import type { World } from '../core/tenant.ts';
import type { Vault } from '../core/tools.ts';
import { abortReasonOf, type Database } from '../db/database.ts';
import { accounts, encryptCredentials, openSession, type SessionTools } from '../features/accounts/index.ts';
import { brandLimitReached, brands } from '../features/brands/index.ts';
import { connectedEvents } from '../features/connecting/index.ts';
import { record } from '../features/events/index.ts';
import { callControl, type SimulatorControl } from './simulator-control.ts';
import * as worldRows from './world.repository.ts';
import type { Worlds } from './worlds.ts';

/** The address of a test tenant's calls when there is no simulator. It resolves nowhere. */
export const NO_SIMULATOR = 'http://simulator.invalid';

export interface SimulatedAccountTools {
  readonly simulator: SimulatorControl;
  readonly worlds: Worlds;
  readonly db: Database;
  readonly vault: Vault;
  readonly connectors: Context['connectors'];
  readonly sessions: SessionTools;
}

interface SimulatedAccount {
  platform_id: string;
  tokens: { access_token: string; refresh_token?: string; expires_in_seconds?: number };
}

/** A connector's hosts in the world at this address. Mastodon has one host, its instance; the other platforms have several. */
export function hostsBelow(worldUrl: string, { platform, auth }: Connector): Record<string, string> {
  const base = `${worldUrl}/${platform}`;
  return Object.fromEntries(
    Object.keys(auth.hosts).map((key) => [key, platform === 'mastodon' ? base : `${base}/${key}`]),
  );
}

/**
 * Connects one new simulated account of each platform to a test tenant, and returns the accounts. `server`: one of the
 * simulator's, on platforms whose servers differ.
 */
export async function connectSimulatedAccounts(
  tools: SimulatedAccountTools,
  tenantId: string,
  platforms?: readonly Platform[],
  server?: string,
): Promise<{ id: string; platform: string; username: string }[]> {
  const world = await worldRows.ofTenant(tools.db.system, tenantId);
  if (world === null) throw new Error(`${tenantId} is no test tenant`);
  await tools.worlds.ready(world.id);
  const connected = [];
  for (const connector of Object.values(tools.connectors)) {
    if (platforms !== undefined && !platforms.includes(connector.platform)) continue;
    connected.push(await connectOne(tools, tenantId, world, connector, server));
  }
  return connected;
}

async function connectOne(
  tools: SimulatedAccountTools,
  tenantId: string,
  world: World,
  connector: Connector,
  server: string | undefined,
) {
  const { db, vault, sessions } = tools;
  const { platform } = connector;
  const options = { platform, server };
  const made = await callControl<SimulatedAccount>(tools.simulator, world.id, 'POST', 'accounts', options);
  const app = await tools.worlds.app(world.id, platform);
  const tokens: Tokens = {
    accessToken: made.tokens.access_token,
    ...(made.tokens.refresh_token === undefined ? {} : { refreshToken: made.tokens.refresh_token }),
    ...(made.tokens.expires_in_seconds === undefined
      ? {}
      : { expiresAt: new Date(sessions.now(world).getTime() + made.tokens.expires_in_seconds * 1000).toISOString() }),
  };
  const id = newId('acc');
  const credentials = encryptCredentials(vault, tenantId, id, { tokens, app });
  const deadlineMs = performance.now() + 15_000;
  const session = openSession(
    sessions,
    connector,
    { tenantId, world, accountId: id, platformId: made.platform_id, username: '', metadata: {}, credentials },
    { deadlineMs: () => deadlineMs, signal: AbortSignal.timeout(15_000) },
  );
  const profile = await connector.auth.profile(session);
  await connector.auth.subscribe?.(session);
  const write = db.tenant(tenantId).transaction(async (tx) => {
    // A brand has one account on a platform. When no brand has room, the account gets a new brand.
    const room = await brands.lockWithRoom(tx, tenantId, platform, connector.connecting.choice?.perBrand ?? 1);
    const brandId = room ?? newId('brand');
    const row = await accounts.insert(tx, tenantId, {
      id,
      brandId,
      platform,
      platformId: profile.platformId,
      server: '',
      name: profile.name,
      username: profile.username,
      pictureUrl: profile.pictureUrl ?? null,
      bio: profile.bio ?? null,
      metadata: profile.metadata ?? {},
      credentials,
      appId: app.clientId,
      tokenExpiresAt: tokens.expiresAt ?? null,
      isPolled: connector.polling !== undefined,
    });
    if (room === undefined) await brands.insert(tx, tenantId, brandId, profile.name.slice(0, 200));
    await record(tx, tenantId, await connectedEvents(tx, tenantId, [row]));
  });
  await write.catch(async (error) => {
    throw abortReasonOf(error) === 'brand_limit' ? await brandLimitReached(db.tenant(tenantId), tenantId) : error;
  });
  return { id, platform, username: profile.username };
}
