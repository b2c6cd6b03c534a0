import type { Polling } from '../core/inbound/polling.ts';
import type { Database } from '../db/database.ts';
import type { CallMeter } from './call-meter.ts';
import { budgetSeconds, windowAt } from './pace.ts';
import * as polling from './polling.repository.ts';

/**
 * Seconds before the next reading, so that half of the platform's calls stay for publishing and answering. What is left
 * comes from the responses that the meter saw, else from the known limit, against which the calls are counted.
 */
export async function budgetPause(
  db: Database,
  caller: polling.Caller,
  meter: CallMeter,
  { limit }: Partial<Polling> = {},
): Promise<number> {
  if (meter.left !== undefined) return budgetSeconds(meter.left, meter.calls);
  if (limit === undefined || meter.calls === 0) return 0;
  const { end, resetSeconds } = windowAt(limit, new Date());
  const used = await polling.countCalls(db.system, caller, end, meter.calls);
  return budgetSeconds({ limit: limit.calls, remaining: limit.calls - used, resetSeconds }, meter.calls);
}
