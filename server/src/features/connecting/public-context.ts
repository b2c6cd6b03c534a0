import type { Context, Services } from '../../core/context.ts';
import type { Database } from '../../db/database.ts';
import { workspaces } from '../workspaces/index.ts';
import type { ConnectContext } from './connection.ts';

/** What the addresses without a key work with. */
export interface PublicTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly services: Services;
}

/** The context of a tenant whose browser came along, found by what it carries. */
export async function publicContext(tools: PublicTools, tenantId: string): Promise<ConnectContext> {
  const tenant = await workspaces.tenantById(tools.db.system, tenantId);
  const db = tools.db.tenant(tenantId);
  return {
    tenant,
    db,
    connectors: tools.connectors,
    services: tools.services,
    commit: (work) => db.transaction(work),
  };
}
