import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';

/** The platform's id of a post of an account that may be named by ours. What we did not publish is named by its own. */
export async function platformIdOf(ctx: Context, accountId: string, id: string): Promise<string> {
  const ours = await ctx.db.first(sql<{ platform_id: string }>`select platform_id from actions
    where tenant_id = ${ctx.tenant.id} and account_id = ${accountId} and kind = 'publish' and post_id = ${id} and platform_id is not null`);
  return ours?.platform_id ?? id;
}
