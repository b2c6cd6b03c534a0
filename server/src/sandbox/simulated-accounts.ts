import { randomBytes } from 'node:crypto';
import { monotonicMs } from '../core/clock.ts';
import type { Connector } from '../core/connector.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../core/ids.ts';
import type { Platform } from '../core/platforms.ts';
import type { AppCredentials, Tokens } from '../core/session.ts';
import type { Vault } from '../core/tools.ts';
import { abortReasonOf, type Database } from '../db/database.ts';
import { accounts, encryptCredentials, openSession, type SessionTools } from '../features/accounts/index.ts';
import { brandLimitReached, brands } from '../features/brands/index.ts';
import { connectedEvents } from '../features/connecting/index.ts';
import { record } from '../features/events/index.ts';
import { platformApps } from '../features/platform-apps/index.ts';
import { callControl, type SimulatorControl } from './simulator-control.ts';

/** The address of a test tenant's calls when there is no simulator. It resolves nowhere. */
export const NO_SIMULATOR = 'http://simulator.invalid';

export interface SimulatedAccountTools extends SimulatorControl {
  readonly db: Database;
  readonly vault: Vault;
  readonly connectors: Context['connectors'];
  readonly sessions: SessionTools;
}

interface SimulatedAccount {
  platform_id: string;
  tokens: { access_token: string; refresh_token?: string; expires_in_seconds?: number };
  app: { client_id: string; client_secret: string };
}

/** A connector's hosts on the simulator. Mastodon has one host, its instance; the other platforms have several. */
export function simulatedHosts(simulatorUrl: string, { platform, auth }: Connector): Record<string, string> {
  const base = `${simulatorUrl}/${platform}`;
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
  const connected = [];
  for (const connector of Object.values(tools.connectors)) {
    if (platforms !== undefined && !platforms.includes(connector.platform)) continue;
    connected.push(await connectOne(tools, tenantId, connector, server));
  }
  return connected;
}

async function connectOne(
  tools: SimulatedAccountTools,
  tenantId: string,
  connector: Connector,
  server: string | undefined,
) {
  const { db, vault, sessions } = tools;
  const { platform } = connector;
  const made = await callControl<SimulatedAccount>(tools, 'POST', 'accounts', { platform, server });
  const app = { clientId: made.app.client_id, clientSecret: made.app.client_secret };
  const known = await platformApps.find(db.system, vault, 'test', platform);
  await platformApps.save(db.system, vault, 'test', platform, {
    ...app,
    verifyToken: known?.verifyToken ?? randomBytes(16).toString('hex'),
  });
  const tokens: Tokens = {
    accessToken: made.tokens.access_token,
    ...(made.tokens.refresh_token === undefined ? {} : { refreshToken: made.tokens.refresh_token }),
    ...(made.tokens.expires_in_seconds === undefined
      ? {}
      : { expiresAt: new Date(Date.now() + made.tokens.expires_in_seconds * 1000).toISOString() }),
  };
  const id = newId('acc');
  const credentials = encryptCredentials(vault, tenantId, id, { tokens, app });
  const deadlineMs = monotonicMs() + 15_000;
  const session = openSession(
    sessions,
    connector,
    { tenantId, mode: 'test', accountId: id, platformId: made.platform_id, username: '', metadata: {}, credentials },
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

/** The simulator's app on a platform, for test tenants. It is stored so that its callbacks can be verified. */
export async function simulatedApp(
  tools: Pick<SimulatedAccountTools, 'db' | 'vault' | keyof SimulatorControl>,
  platform: Platform,
): Promise<{ app: AppCredentials; isNew: boolean }> {
  const made = await callControl<SimulatedAccount['app']>(tools, 'GET', `apps/${platform}`);
  const app = { clientId: made.client_id, clientSecret: made.client_secret };
  const known = await platformApps.find(tools.db.system, tools.vault, 'test', platform);
  const isNew = known?.clientId !== app.clientId || known.clientSecret !== app.clientSecret;
  const verifyToken = known?.verifyToken ?? randomBytes(16).toString('hex');
  if (isNew) await platformApps.save(tools.db.system, tools.vault, 'test', platform, { ...app, verifyToken });
  return { app, isNew };
}

/** Registers our callback addresses with the simulated platforms that push. They respond with their handshake. */
export async function registerCallbacks(
  tools: Pick<SimulatedAccountTools, 'db' | 'vault' | 'connectors' | keyof SimulatorControl>,
  ownUrl: string,
): Promise<void> {
  // Simulated platforms fetch stored files from us, usually on the same machine.
  await callControl(tools, 'PUT', 'settings', { allow_local_fetch: true });
  for (const platform of await platformApps.platformsOf(tools.db.system, 'test')) {
    const { inbound, removals } = tools.connectors[platform as Platform] ?? {};
    if (inbound === undefined && removals === undefined) continue;
    const app = await platformApps.find(tools.db.system, tools.vault, 'test', platform);
    await callControl(tools, 'PUT', `apps/${platform}`, {
      callback_url: `${ownUrl}/callbacks/test/${platform}`,
      verify_token: app?.verifyToken,
    });
  }
}
