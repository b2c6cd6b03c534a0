import { sql } from 'kysely';
import type { Config } from './config/config.ts';
import { connectors } from './connectors/index.ts';
import type { Platform } from './core/platforms.ts';
import type { TenantDatabase } from './db/database.ts';
import { workspaces } from './features/workspaces/index.ts';
import type { Service } from './service.ts';
import { tour } from './tour.ts';

/** Any fixed number: processes that start together on one database queue up here. */
const LOCK = 7_482_302;
const NAME = 'first';

/** Makes the first workspace when there is none, and says where everything is. */
export async function welcome(service: Service, config: Config): Promise<string> {
  const { key, warning } = await seedFirstWorkspace(service, config);
  const url = service.app.url();
  const warnings = [
    ...(warning === undefined ? [] : [warning]),
    ...(config.allowPrivateNetwork
      ? ['ALLOW_PRIVATE_NETWORK is on: webhooks and media may reach private addresses. For local trials only.']
      : []),
    ...service.weakSettings.map(
      (setting) => `The database runs with ${setting}: what was answered can be lost in a crash. Switch it on.`,
    ),
  ];
  return [
    `Hubbub is ready (${(performance.now() / 1000).toFixed(1)} s)`,
    '',
    `  API        ${url}`,
    `  Reference  ${url}/docs`,
    ...(config.isSimulatorOpen ? [`  Simulator  ${url}/simulator`] : []),
    ...(key === undefined ? [] : [`  Test key   ${key}   (shown only now)`]),
    '',
    ...warnings.flatMap((line) => [`  ! ${line}`, '']),
    ...(key === undefined
      ? [`  A new key: npm run hubbub -- keys create --workspace ${await anyWorkspace(service)} --mode test`]
      : tryIt(url, key, config)),
    '',
  ].join('\n');
}

function tryIt(url: string, key: string, config: Config): string[] {
  if (!config.isSimulatorOpen) return ['Try it: the tour in README.md; it needs /simulator, so set SIMULATOR=on.'];
  return ['Try it: paste this into another terminal (bash).', '', tour(url, key)];
}

/**
 * Makes the first workspace with a simulated account of each platform and a test key. The key comes last, so a first
 * start that was killed half way is finished by the next one. No key comes back when all is done already.
 */
export async function seedFirstWorkspace(
  service: Service,
  config: Config,
): Promise<{ key?: string; warning?: string }> {
  const { system } = service.app.db;
  if (await isSeeded(system)) return {};
  return system.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
    if (await isSeeded(system)) return {};
    const [found] = await workspaces.find(system, NAME);
    const { id } = found ?? (await workspaces.create(system, NAME, config.defaultPlan));
    const tenantId = await workspaces.tenantOf(system, id, 'test');
    const warning = await connectMissing(service, tenantId);
    const { rawKey } = await workspaces.createKey(system, tenantId, 'test', NAME);
    return { key: rawKey, ...(warning === undefined ? {} : { warning }) };
  });
}

/** There is a key, or a workspace that is not the first start's. */
async function isSeeded(system: TenantDatabase): Promise<boolean> {
  const found = await system.first(
    sql`select 1 from workspaces where name <> ${NAME} union all select 1 from api_keys limit 1`,
  );
  return found !== undefined;
}

/** Connects the platforms that are missing; returns a line when the simulator cannot be used. */
async function connectMissing(service: Service, tenantId: string): Promise<string | undefined> {
  const rows = await service.app.db.system.run(
    sql<{ platform: string }>`select platform from accounts where tenant_id = ${tenantId}`,
  );
  const missing = Object.keys(connectors).filter((platform) => !rows.some((row) => row.platform === platform));
  try {
    await service.app.connectSimulated(tenantId, missing as Platform[]);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message;
    return `The simulator at ${service.simulatorUrl} could not be used (${reason}). Later: npm run hubbub -- accounts connect-simulated --workspace ${NAME}`;
  }
}

/** The oldest workspace as an argument of a command: its name, where that is plain and no other has it. */
async function anyWorkspace(service: Service): Promise<string> {
  const all = await workspaces.list(service.app.db.system);
  const [oldest] = all;
  if (oldest === undefined) return NAME;
  const isPlain = /^[\w.-]+$/.test(oldest.name) && all.filter(({ name }) => name === oldest.name).length === 1;
  return isPlain ? oldest.name : oldest.id;
}
