import { brandsShown } from '../../core/actor.ts';
import type { PlatformContext } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import { type AccountRow, accounts, readingRejected } from '../accounts/index.ts';
import { record } from '../events/index.ts';
import { leaveOutErased, openInbox } from '../inbox/index.ts';
import { storeReviews } from './store-reviews.ts';

/** An account whose reviews could not be read now; the stored ones are shown. */
export interface FailedAccount {
  readonly account_id: string;
  readonly platform: string;
  readonly error: string;
  readonly code: ErrorCode;
}

/** At most so many accounts are asked in one request; polling reads the others. */
const ACCOUNTS_MAX = 10;

/**
 * Reads the newest reviews of accounts from their platforms, except those that were asked for news within a minute. Returns
 * the accounts that could not be read.
 */
export async function refreshReviews(
  ctx: PlatformContext,
  rows: readonly AccountRow[],
  isAsked = false,
): Promise<FailedAccount[]> {
  const fresh = isAsked
    ? new Set<string>()
    : await accounts.polledWithinMinute(
        ctx.db,
        ctx.tenant.id,
        rows.map(({ id }) => id),
      );
  const stale = rows.filter(({ id, status }) => status !== 'active' || !fresh.has(id));
  const results = await Promise.all(stale.slice(0, ACCOUNTS_MAX).map((account) => refresh(ctx, account)));
  return results.filter((result) => result !== undefined);
}

async function refresh(ctx: PlatformContext, account: AccountRow): Promise<FailedAccount | undefined> {
  const { id: accountId, platform } = account;
  try {
    const page = await ctx.live.ask(ctx.tenant, accountId, async (connector, session) =>
      connector.reviews?.list(session),
    );
    if (page === undefined) return undefined;
    const { id: tenantId, mode } = ctx.tenant;
    await ctx.db.transaction(async (tx) => {
      const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
      const listed = page.items.map((review) => ({ inbox, item: { kind: 'review', review } as const }));
      const kept = (await leaveOutErased(tx, listed)).map(({ item: { review } }) => ({ inbox, item: review }));
      await record(tx, tenantId, await storeReviews(tx, kept));
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { code, message } = readingRejected(platform, error);
    return { account_id: accountId, platform, error: message, code };
  }
}

/** The connected accounts that have reviews, of the caller's brands. */
export async function reviewedAccounts(
  ctx: PlatformContext,
  filter: { readonly accountId?: string | undefined; readonly platform?: Platform | undefined },
): Promise<AccountRow[]> {
  const platforms = Object.values(ctx.connectors).flatMap(({ platform, reviews }) =>
    reviews === undefined ? [] : [platform],
  );
  const rows = await accounts.onPlatforms(ctx.db, ctx.tenant.id, platforms, brandsShown(ctx.actor));
  return rows.filter(
    ({ id, platform }) =>
      (filter.accountId === undefined || id === filter.accountId) &&
      (filter.platform === undefined || platform === filter.platform),
  );
}
