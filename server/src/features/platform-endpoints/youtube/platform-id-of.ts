import type { Context } from '../../../core/context.ts';
import { actions } from '../../../engine/index.ts';

/** The platform's id of a post of an account. Callers name it by our id, or by the platform's id. */
export async function platformIdOf(ctx: Context, accountId: string, id: string): Promise<string> {
  return (await actions.publishedId(ctx.db, ctx.tenant.id, accountId, id)) ?? id;
}
