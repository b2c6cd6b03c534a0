import type { PlatformContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { assertDirect } from './assert-direct.ts';

/** Changes something at an account's platform while the request waits. 503 while the tenant is suspended. */
export async function changeAtPlatform<T>(
  ctx: PlatformContext,
  accountId: string,
  change: (session: Session) => Promise<T>,
): Promise<T> {
  assertDirect(ctx);
  if (ctx.request.dryRun) throw new Error('A dry run changes nothing at a platform.');
  if (ctx.tenant.suspension !== null)
    throw new ApiError(
      'unavailable',
      'The workspace is suspended, so nothing is changed on platforms. Try again when the operator has resumed it.',
      { retry_after: 60 },
    );
  // An approval is noted before: the change happens once, or not at all.
  if (ctx.request.isApproved) await ctx.commit(async () => ({}));
  return ctx.live.ask(ctx.tenant, accountId, (_connector, session) => change(session));
}
