import { createHttpClient, open } from '@hubbub/guarded-http';
import pg from 'pg';
import { createPlatformHttp } from '../../src/adapters/http/platform-http.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector } from '../../src/core/connector.ts';
import type { World } from '../../src/core/tenant.ts';
import type { Lease } from '../../src/core/worker.ts';
import { openDatabase } from '../../src/db/database.ts';
import { keys } from '../../src/features/keys/index.ts';
import { workspaces } from '../../src/features/workspaces/index.ts';
import { connectSimulatedAccounts, hostsBelow } from '../../src/sandbox/simulated-accounts.ts';
import { worldUrl } from '../../src/sandbox/simulator-control.ts';
import { createWorldClocks } from '../../src/sandbox/world-clocks.ts';
import { createWorlds } from '../../src/sandbox/worlds.ts';
import { createVault } from '../../src/secrets/vault.ts';
import { worldOf } from '../world.ts';
import { type PlatformName, platformOf, serverOf } from './kill-points.ts';
import type { Platforms, PlatformsProcess } from './platforms.ts';
import { createRequests, type Requests } from './requests.ts';

/** An account of ours on a simulated platform. */
export interface Account {
  readonly id: string;
  readonly platform: PlatformName;
  readonly platformId: string;
}

/** A customer with accounts, seen from the outside and, as the owner of the database, from the inside. */
export interface Customer {
  readonly platforms: Platforms;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly requests: Requests;
  readonly connect: (platform: PlatformName) => Promise<Account>;
  readonly sql: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

export interface CustomerOptions {
  readonly simulator: PlatformsProcess;
  readonly databaseUrl: string;
  readonly secretsKey: Buffer;
  /** The current address of the service. */
  readonly serviceUrl: () => string;
}

export async function openCustomer({
  simulator,
  databaseUrl,
  secretsKey,
  serviceUrl,
}: CustomerOptions): Promise<Customer> {
  const db = openDatabase({ url: databaseUrl, connectionsMax: 2, log: () => {} });
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  owner.on('error', () => {});
  const { id } = await workspaces.create(db.system, 'kills', 'enterprise');
  const tenantId = await workspaces.tenantOf(db.system, id, 'test');
  const { rawKey } = await keys.create(db.system, tenantId, 'test', 'kills');
  const platforms = await simulator.enter(await worldOf({ url: serviceUrl(), key: rawKey }, simulator.url));
  const vault = createVault(secretsKey);
  const client = createHttpClient({ policy: open });
  const clocks = createWorldClocks();
  const control = { simulatorUrl: simulator.url, operatorToken: '' };
  const baseOf = (world: World | null) => worldUrl(simulator.url, world?.id ?? '');
  const tools = {
    db,
    vault,
    connectors,
    simulator: control,
    worlds: createWorlds({ db, vault, connectors, simulator: control, clocks, callbackUrl: serviceUrl }),
    sessions: {
      vault,
      http: (_world: World | null, lease: Lease) => createPlatformHttp(client, lease),
      hosts: (world: World | null, connector: Connector) => hostsBelow(baseOf(world), connector),
      now: () => new Date(),
      openMedia: () => Promise.reject(new Error('connecting needs no media')),
    },
  };
  const sql: Customer['sql'] = async (text, values) => (await owner.query(text, values as unknown[])).rows as never;

  return {
    platforms,
    tenantId,
    apiKey: rawKey,
    requests: createRequests(serviceUrl, rawKey),
    sql,
    async connect(platform) {
      const [made] = await connectSimulatedAccounts(tools, tenantId, [platformOf(platform)], serverOf(platform));
      const accountId = made?.id as string;
      const [row] = await sql<{ platform_id: string }>('select platform_id from accounts where id = $1', [accountId]);
      const platformId = row?.platform_id as string;
      platforms.name(platformId, platform);
      return { id: accountId, platform, platformId };
    },
    async close() {
      await Promise.all([owner.end(), db.close(), client.close()]);
    },
  };
}
