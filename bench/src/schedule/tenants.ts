import { toConfig } from '../../../server/src/config/config.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { workspaces } from '../../../server/src/features/workspaces/index.ts';
import { welcome } from '../../../server/src/first-start.ts';
import { createLog } from '../../../server/src/log.ts';
import { startService } from '../../../server/src/service.ts';
import { LARGE_ACCOUNTS, SMALL_TENANTS } from './load.ts';

/** Fills a data folder with the tenants and accounts of the load, as the operator's commands would one by one. */
const config = toConfig(readEnv());
const service = await startService(config, createLog('error'));
await welcome(service, config);
const { system } = service.app.db;
const testTenantOf = (id: string) => workspaces.tenantOf(system, id, 'test');
const [first] = await workspaces.find(system, 'first');
const large = await testTenantOf(first?.id ?? '');
// The first start has connected one account of each platform already.
for (let account = 1; account < LARGE_ACCOUNTS; account += 1) await service.app.connectSimulated(large, ['mastodon']);
for (let tenant = 0; tenant < SMALL_TENANTS; tenant += 1) {
  const { id } = await workspaces.create(system, `small-${tenant}`, config.defaultPlan);
  await service.app.connectSimulated(await testTenantOf(id), ['mastodon']);
}
await service.close();
process.exit(0);
