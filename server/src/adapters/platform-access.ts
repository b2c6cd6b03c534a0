import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { WindowSetup } from '../core/connecting/connecting.ts';
import type { DisconnectedAccount, PlatformAccess } from '../core/connecting/platform-access.ts';
import type { Connector } from '../core/connector.ts';
import type { Connectors } from '../core/context.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { AppCredentials } from '../core/session.ts';
import type { Tenant, World } from '../core/tenant.ts';
import type { Vault } from '../core/tools.ts';
import type { Database } from '../db/database.ts';
import { disconnections, openSession, type SessionTools } from '../features/accounts/index.ts';
import { platformApps } from '../features/platform-apps/index.ts';

const CONNECT_MS = 20_000;
const REVOKE_MS = 3000;

export interface PlatformAccessTools {
  readonly db: Database;
  readonly vault: Vault;
  readonly connectors: Connectors;
  readonly sessions: SessionTools;
  readonly appSettings: PlatformAccess['appSettings'];
  readonly windowSettings: PlatformAccess['windowSettings'];
  readonly windowSetup: (platform: Platform) => WindowSetup;
  readonly publicUrl: () => string;
  /** The world's app; undefined without a simulator. */
  readonly simulatedApp: (world: World, platform: Platform) => Promise<AppCredentials | undefined>;
  /** Base addresses of a simulated platform as a browser reaches them. */
  readonly simulatedBrowserHosts: (world: World, connector: Connector) => Readonly<Record<string, string>>;
}

export function createPlatformAccess(tools: PlatformAccessTools): PlatformAccess {
  const { db, vault, sessions } = tools;
  const publicUrl = (path: string) => `${tools.publicUrl()}${path}`;

  return {
    appSettings: tools.appSettings,
    windowSettings: tools.windowSettings,
    publicUrl,
    // The simulated window asks for an id too, whichever it is.
    windowSetup: (tenant, platform) =>
      tenant.mode === 'test' ? { config_id: 'simulated', solution_id: '' } : tools.windowSetup(platform),
    callbackUri: (platform) => publicUrl(`/oauth/callback/${platform}`),

    app: (tenant, platform, server) =>
      tenant.world !== null && server === undefined
        ? tools.simulatedApp(tenant.world, platform)
        : platformApps.find(db.system, vault, idOf(tenant), platform, server),
    async saveApp(tenant, platform, server, app) {
      const verifyToken = randomBytes(16).toString('hex');
      await platformApps.save(db.system, vault, idOf(tenant), platform, { ...app, verifyToken }, server);
    },

    async keepApp(tenant, platform, server, app) {
      const verifyToken = randomBytes(16).toString('hex');
      await platformApps.insert(db.system, vault, idOf(tenant), platform, { ...app, verifyToken }, server);
      return (await platformApps.find(db.system, vault, idOf(tenant), platform, server)) ?? app;
    },

    browserHosts: (tenant, connector, hosts) =>
      tenant.world === null ? (hosts ?? connector.auth.hosts) : tools.simulatedBrowserHosts(tenant.world, connector),

    session(tenant, connector, { app, tokens = { accessToken: '' }, platformId = '', hosts }) {
      const credentials = { app, tokens, ...(hosts === undefined ? {} : { hosts }) };
      return {
        app,
        tokens,
        account: { id: '', platformId, username: '', metadata: {} },
        hosts: sessions.hosts(tenant.world, connector, credentials),
        http: sessions.http(tenant.world, leaseOf(CONNECT_MS), {
          tenantId: tenant.id,
          accountId: null,
          platform: connector.platform,
        }),
        media: async () => {
          throw new PlatformError('rejected', 'Nothing is published while an account is being connected.');
        },
        now: () => sessions.now(tenant.world),
      };
    },

    async revoke(tenant, account) {
      const connector = tools.connectors[account.platform as Platform];
      if (connector?.connecting.revoke === undefined || account.credentials === '') return;
      const { id: accountId, platform_id: platformId, username, metadata, credentials } = account;
      const source = {
        tenantId: tenant.id,
        world: tenant.world,
        accountId,
        platformId,
        username,
        metadata,
        credentials,
      };
      if (await isHeldElsewhere(db, tenant, account, connector)) return;
      try {
        await connector.connecting.revoke(openSession(sessions, connector, source, leaseOf(REVOKE_MS)));
      } catch (error) {
        if (!hasEnded(error)) throw error;
      }
    },
  };
}

/** The access has ended already: the platform no longer knows the token or its account. */
function hasEnded(error: unknown): boolean {
  return error instanceof PlatformError && (error.kind === 'auth_expired' || error.kind === 'not_found');
}

/**
 * Whether another account of this installation would lose its access too. It may be the same account, another profile of
 * the same login and tenant, or an account with the same shared metadata.
 */
async function isHeldElsewhere(
  db: Database,
  tenant: Pick<Tenant, 'id' | 'world'>,
  { id: accountId, platform, platform_id: platformId, metadata }: DisconnectedAccount,
  { connecting }: Connector,
): Promise<boolean> {
  const isOneOfSeveral = connecting.choice?.of === 'profiles';
  const field = connecting.sharedBy ?? '';
  const shared = String(metadata[field] ?? '');
  return disconnections.isConnectedElsewhere(db.system, {
    tenant,
    accountId,
    platform,
    platformId,
    isOneOfSeveral,
    field,
    shared,
  });
}

const idOf = ({ world }: Pick<Tenant, 'world'>) => world?.id ?? null;

function leaseOf(ms: number) {
  const deadlineMs = performance.now() + ms;
  return { deadlineMs: () => deadlineMs, signal: AbortSignal.timeout(ms) };
}

/** Keeps the apps of the settings where everything looks for them. */
export async function saveConfiguredApps(db: Database, vault: Vault, apps: Config['platformApps']): Promise<void> {
  for (const [platform, app] of Object.entries(apps)) {
    const known = await platformApps.find(db.system, vault, null, platform);
    if (known?.clientId === app.clientId && known.clientSecret === app.clientSecret) continue;
    const verifyToken = known?.verifyToken ?? randomBytes(16).toString('hex');
    await platformApps.save(db.system, vault, null, platform, { ...app, verifyToken });
  }
}
