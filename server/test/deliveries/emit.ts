import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { record } from '../../src/features/events/index.ts';
import { commentEvent } from '../sample-events.ts';

/** Writes events to a tenant's log as the service does, whether it runs or not: `per` of them in each transaction. */
export function openLog(databaseUrl: string, tenantId: string): (amount: number, per: number) => Promise<void> {
  const db = openDatabase({ url: databaseUrl, connectionsMax: 1, log: () => {} });
  onTestFinished(() => db.close());
  return async (amount, per) => {
    for (let written = 0; written < amount; written += per) {
      const events = Array.from({ length: Math.min(per, amount - written) }, () => commentEvent('Grüße 🙂'));
      await db.tenant(tenantId).transaction((tx) => record(tx, tenantId, events));
    }
  };
}
