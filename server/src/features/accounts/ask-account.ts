import type { Reads } from '../../core/account-abilities.ts';
import type { PlatformContext } from '../../core/context.ts';
import { notSupported } from '../../core/errors.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { type AccountOptions, accountFor } from './account-for.ts';
import { readingRejected } from './reading-rejected.ts';

/**
 * Asks an account's platform for something that only some platforms have, while the request waits. 404 and 501 as
 * `accountFor`, 501 when the connector lacks the ability. Platform rejections become our errors.
 */
export async function askAccount<Args extends readonly unknown[], T>(
  ctx: PlatformContext,
  options: AccountOptions,
  ability: (reads: Reads) => ((session: Session, ...args: Args) => Promise<T>) | undefined,
  ...args: Args
): Promise<T> {
  const { account, connector } = await accountFor(ctx, options);
  const ask = ability(connector.reads ?? {});
  if (ask === undefined) throw notSupported(account.platform, options.what);
  return await asking(ctx, account, (session) => ask(session, ...args));
}

export async function asking<T>(
  ctx: PlatformContext,
  account: { readonly id: string; readonly platform: string },
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.live.ask(ctx.tenant, account.id, (_connector, session) => ask(session));
  } catch (error) {
    throw error instanceof PlatformError ? readingRejected(account.platform, error) : error;
  }
}
