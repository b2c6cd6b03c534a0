import { reachesBrand } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as brands from './brand.repository.ts';

/** 404 for an unknown brand and for one outside the caller's key. */
export async function assertBrand(ctx: Pick<Context, 'db' | 'tenant' | 'actor'>, id: string): Promise<void> {
  if (!reachesBrand(ctx.actor, id) || !(await brands.exists(ctx.db, ctx.tenant.id, id))) throw notFound('brand', id);
}
