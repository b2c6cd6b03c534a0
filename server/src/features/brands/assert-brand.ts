import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as brands from './brand.repository.ts';

/** 404 for an unknown brand and for one outside the caller's key. */
export async function assertBrand(ctx: Pick<Context, 'db' | 'tenant' | 'caller'>, id: string): Promise<void> {
  const { brandIds } = ctx.caller;
  const isOutside = brandIds.length > 0 && !brandIds.includes(id);
  if (isOutside || !(await brands.exists(ctx.db, ctx.tenant.id, id))) throw notFound('brand', id);
}
