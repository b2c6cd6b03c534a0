import type { Context } from '../../core/context.ts';
import { assertTakesWrites } from '../../core/tenant.ts';
import type { Tools } from '../../core/tools.ts';
import type { Database } from '../../db/database.ts';
import { workspaces } from '../workspaces/index.ts';
import type { ConnectContext } from './connection.ts';

/** Tools of the routes that take no key. */
export interface PublicTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly tools: Tools;
}

/** The context of a tenant that was found by a state, an invite or a choice. */
export async function publicContext(tools: PublicTools, tenantId: string): Promise<ConnectContext> {
  const tenant = await workspaces.tenantById(tools.db.system, tenantId);
  assertTakesWrites(tenant);
  const db = tools.db.request(tenantId);
  return {
    tenant,
    db,
    connectors: tools.connectors,
    ...tools.tools,
    commit: (work, options) => db.transaction(work, options),
  };
}
