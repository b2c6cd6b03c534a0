import { sql } from 'kysely';
import type { TenantDatabase } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { FAILING_DAYS_MAX } from './delivery-schedule.ts';

const EXPLANATIONS = {
  gone: 'it answered 410 Gone',
  failing: `nothing but failures for ${FAILING_DAYS_MAX} days`,
};

export type DisabledReason = keyof typeof EXPLANATIONS;

/**
 * Switches an endpoint off and says so in the event log; deliveries that wait are kept. A transaction of its own: the
 * log locks the tenant's row, which nobody may wait for while holding a queue.
 */
export async function disableEndpoint(
  db: TenantDatabase,
  tenantId: string,
  endpointId: string,
  reason: DisabledReason,
): Promise<void> {
  // The endpoint may have been well, or changed, since the failed attempt began.
  const stillFails =
    reason === 'gone' ? sql`true` : sql`failing_since <= now() - ${FAILING_DAYS_MAX} * interval '1 day'`;
  await db.transaction(async (tx) => {
    const endpoint = await tx.first(sql<{ url: string; failing_since: Date | null }>`
      update webhook_endpoints set is_active = false, disabled_reason = ${reason}, updated_at = now()
      where tenant_id = ${tenantId} and id = ${endpointId} and is_active and ${stillFails}
      returning url, failing_since`);
    if (endpoint === undefined) return;
    const { url, failing_since: since } = endpoint;
    await record(tx, tenantId, [
      {
        type: 'webhook.disabled',
        status: 'failed',
        resourceId: endpointId,
        summary: `The webhook endpoint ${url} was disabled: ${EXPLANATIONS[reason]}`,
        data: {
          webhook_id: endpointId,
          url,
          reason,
          ...(since === null ? {} : { failing_since: since.toISOString() }),
        },
      },
    ]);
  });
}
