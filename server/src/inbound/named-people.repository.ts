import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

/**
 * The people whose names need not be asked for: their conversation has one, or they wrote within the hour and were asked
 * about then.
 */
export async function peopleWithNames(
  db: Runner,
  { tenantId, accountId }: { readonly tenantId: string; readonly accountId: string },
  participantIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(sql<{ participant_id: string }>`
    select participant_id from conversations
    where tenant_id = ${tenantId} and account_id = ${accountId} and participant_id = any (${participantIds})
      and (participant_name <> '' or last_incoming_at > tenant_now() - interval '1 hour')`);
  return new Set(rows.map((row) => row.participant_id));
}
