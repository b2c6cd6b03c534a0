import type { Context } from '../../core/context.ts';
import * as clock from './clock.repository.ts';

const known = new WeakMap<Context, Promise<number>>();

/** The time that the caller's tenant lives in; asked of the database once for each request of a test tenant. */
export async function tenantNow(ctx: Context): Promise<Date> {
  if (ctx.tenant.mode === 'live') return new Date();
  const ahead = known.get(ctx) ?? clock.ahead(ctx.db);
  known.set(ctx, ahead);
  return new Date(Date.now() + (await ahead) * 1000);
}
