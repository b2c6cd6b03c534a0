import type { Context } from '../../core/context.ts';
import { tenantNow } from './tenant-clock.ts';

const ENTRIES_MAX = 10_000;

/** How many seconds test tenants' clocks were ahead when the database was asked last. They hardly ever move. */
const known = new Map<string, number>();

/**
 * Like `tenantNow`, without asking the database each time. Whoever writes by it has to compare what was known:
 * `insertPost` ends with the refusal `clock` when it is not so any more.
 */
export async function knownNow(ctx: Context): Promise<Date> {
  const { id, mode } = ctx.tenant;
  if (mode === 'live') return new Date();
  const ahead = known.get(id);
  if (ahead !== undefined) return new Date(Date.now() + ahead * 1000);
  const now = await tenantNow(ctx);
  if (known.size >= ENTRIES_MAX) known.clear();
  known.set(id, Math.round((now.getTime() - Date.now()) / 1000));
  return now;
}

/** The seconds that `knownNow` goes by; null when it has not asked yet. */
export function knownAhead(tenantId: string): number | null {
  return known.get(tenantId) ?? null;
}

/** The next time this clock is asked for anew. False when it would have been anyway. */
export function forgetClock(tenantId: string): boolean {
  return known.delete(tenantId);
}
