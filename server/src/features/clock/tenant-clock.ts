import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';
import type { Runner } from '../../db/query.ts';
import * as clock from './clock.repository.ts';

const offsets = new WeakMap<Context, Promise<number>>();
/** The offsets that requests of this process read last, by tenant. Another process may have moved a clock since. */
const lastOffsets = new LRUCache<string, number>({ max: 10_000 });

/** The time on the tenant's clock. A request of a test tenant reads its offset once. */
export async function tenantNow(ctx: Context, db: Runner = ctx.db): Promise<Date> {
  if (ctx.tenant.mode === 'live') return new Date();
  const ahead = offsets.get(ctx) ?? clock.ahead(db, ctx.tenant.id);
  offsets.set(ctx, ahead);
  lastOffsets.set(ctx.tenant.id, await ahead);
  return new Date(Date.now() + (await ahead) * 1000);
}

/** As `tenantNow`, by the offset that an earlier request read. The write has to compare the offset of the request. */
export function recentNow(ctx: Context): Promise<Date> {
  const last = lastOffsets.get(ctx.tenant.id);
  if (last !== undefined && !offsets.has(ctx)) offsets.set(ctx, Promise.resolve(last));
  return tenantNow(ctx);
}

/** The offset in seconds that this request has used; undefined when it has used none. */
export async function usedOffset(ctx: Context): Promise<number | undefined> {
  return offsets.get(ctx);
}

/** The request reads its offset again when it needs it next. */
export function forgetOffset(ctx: Context): void {
  offsets.delete(ctx);
}

/** The time on a tenant's clock, inside a transaction or where no request is. */
export async function nowOf(db: Runner, tenantId: string): Promise<Date> {
  return new Date(Date.now() + (await clock.ahead(db, tenantId)) * 1000);
}
