import type { Context } from '../../core/context.ts';
import type { Runner } from '../../db/query.ts';
import * as clock from './clock.repository.ts';

const offsets = new WeakMap<Context, Promise<number>>();

/** The time on the tenant's clock. A request of a test tenant reads its offset once. */
export async function tenantNow(ctx: Context, db: Runner = ctx.db): Promise<Date> {
  if (ctx.tenant.mode === 'live') return new Date();
  const ahead = offsets.get(ctx) ?? clock.ahead(db, ctx.tenant.id);
  offsets.set(ctx, ahead);
  return new Date(Date.now() + (await ahead) * 1000);
}

/** The time on a tenant's clock, inside a transaction or where no request is. */
export async function nowOf(db: Runner, tenantId: string): Promise<Date> {
  return new Date(Date.now() + (await clock.ahead(db, tenantId)) * 1000);
}
