import { toConfig } from '../../../server/src/config/config.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { workspaces } from '../../../server/src/features/workspaces/index.ts';
import { createLog } from '../../../server/src/observability/logger.ts';
import { seedFirstWorkspace } from '../../../server/src/startup/seed.ts';
import { startService } from '../../../server/src/startup/service.ts';
import { LARGE_ACCOUNTS, SMALL_TENANTS } from './load.ts';

/** Fills a data folder with the tenants and accounts of the load, as the operator's commands would. */
const config = toConfig(readEnv());
const service = await startService(config, createLog({ level: 'error' }));
await seedFirstWorkspace(service, config);
const { system } = service.app.db;
const testTenantOf = (id: string) => workspaces.tenantOf(system, id, 'test');
const [first] = await workspaces.find(system, 'first');
const large = await testTenantOf(first?.id ?? '');
// The first start connected one account of each platform.
for (let account = 1; account < LARGE_ACCOUNTS; account += 1) await service.app.connectSimulated(large, ['mastodon']);
for (let tenant = 0; tenant < SMALL_TENANTS; tenant += 1) {
  const { id } = await workspaces.create(system, `small-${tenant}`, config.defaultPlan);
  await service.app.connectSimulated(await testTenantOf(id), ['mastodon']);
}
await service.close();
process.exit(0);
