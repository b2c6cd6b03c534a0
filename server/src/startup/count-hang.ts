import { openDatabase } from '../db/database.ts';
import * as leases from '../engine/lease.repository.ts';

/** Counts over a connection of its own that the watchdog ends the process in this action. */
export async function countHang(databaseUrl: string, tenantId: string, actionId: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, connectionsMax: 1, log: () => {} });
  await leases.countHang(db.system, tenantId, actionId);
}
