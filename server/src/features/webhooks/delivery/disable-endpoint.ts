import type { TenantDatabase } from '../../../db/database.ts';
import { record } from '../../events/index.ts';
import { DISABLED_BECAUSE, type DisabledReason } from '../endpoint/status.ts';
import * as webhooks from '../webhook.repository.ts';
import type { EndpointResult } from './endpoint-health.repository.ts';

/**
 * Disables an endpoint that still has the address that failed, and records the event. Waiting deliveries are kept. It has its own transaction, because recording
 * locks the tenant's row, and no transaction may wait for that row while it holds a queue.
 */
export async function disableEndpoint(
  db: TenantDatabase,
  { tenantId, endpointId, url }: Pick<EndpointResult, 'tenantId' | 'endpointId' | 'url'>,
  reason: DisabledReason,
): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await webhooks.disable(tx, tenantId, endpointId, url, reason);
    if (endpoint === undefined) return;
    const { failing_since: since } = endpoint;
    await record(tx, tenantId, [
      {
        type: 'webhook.disabled',
        status: 'failed',
        resourceId: endpointId,
        summary: `The webhook endpoint ${url} was disabled: ${DISABLED_BECAUSE[reason]}`,
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
