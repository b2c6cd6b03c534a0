import type { Config } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import type { Platform } from '../core/platforms.ts';
import { keys } from '../features/keys/index.ts';
import { inviteOwner } from '../features/members/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { compact } from '../lib/compact.ts';
import { connectedPlatforms, isSeeded, lockSeeding } from './seed.repository.ts';
import type { Service } from './service.ts';

/** The name of the first workspace. */
export const FIRST = 'first';

export interface Seeded {
  /** The raw test key; absent when the database was seeded before. */
  readonly key?: string;
  /** The path of the link that makes the first owner. */
  readonly ownerLink?: string;
  /** One line for the operator: why simulated accounts are missing. */
  readonly warning?: string;
}

/**
 * Makes the first workspace with a simulated account of each platform and a test key. The key comes last, so the next
 * start completes a first start that was killed half way.
 */
export async function seedFirstWorkspace(service: Service, config: Config): Promise<Seeded> {
  const { system } = service.app.db;
  if (await isSeeded(system, FIRST)) return {};
  return system.transaction(async (tx) => {
    await lockSeeding(tx);
    if (await isSeeded(system, FIRST)) return {};
    const [found] = await workspaces.find(system, FIRST);
    const { id } = found ?? (await workspaces.create(system, FIRST, config.defaultPlan));
    const tenantId = await workspaces.tenantOf(system, id, 'test');
    const warning = await connectMissing(service, tenantId);
    const { rawKey } = await keys.create(system, tenantId, 'test', FIRST, { cell: config.cell });
    return compact({ key: rawKey, warning, ownerLink: await inviteOwner(system, id) });
  });
}

/** Connects the missing platforms. Returns a warning when the simulator cannot be used. */
async function connectMissing(service: Service, tenantId: string): Promise<string | undefined> {
  const connected = await connectedPlatforms(service.app.db.system, tenantId);
  const missing = (Object.keys(connectors) as Platform[]).filter((platform) => !connected.includes(platform));
  try {
    await service.app.connectSimulated(tenantId, missing);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message;
    if (service.simulatorUrl === undefined)
      return `There are no simulated accounts yet. Once the simulator runs: npm run hubbub -- accounts connect-simulated --workspace ${FIRST}`;
    return `The simulator at ${service.simulatorUrl} could not be used (${reason}). Later: npm run hubbub -- accounts connect-simulated --workspace ${FIRST}`;
  }
}
