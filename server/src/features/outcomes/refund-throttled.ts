import type { Runner } from '../../db/query.ts';
import type { SettledAction } from '../../engine/index.ts';
import { refund } from './charges.ts';

/**
 * Gives an interaction back that the platform throttled (contract, 3.2). Any other rejection keeps the charge. Locks the
 * tenant's row: call it last.
 */
export async function refundThrottled(tx: Runner, { job, outcome, connector }: SettledAction<unknown>): Promise<void> {
  if (outcome.status !== 'failed' || job.chargedPeriod === null) return;
  const { code, platform_code: platformCode = '' } = outcome.failure;
  const reported = connector?.reportedErrors?.[platformCode];
  if (code === 'platform_rate_limit' || reported?.code === 'platform_rate_limit')
    await refund(tx, job.tenantId, 'interaction', new Date(job.chargedPeriod));
}
