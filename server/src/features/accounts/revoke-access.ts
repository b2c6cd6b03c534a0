import type { Context } from '../../core/context.ts';
import type { DisconnectedAccount } from '../../core/platform-access.ts';

/** Revokes our access on the platforms after the accounts are disconnected. Failures are ignored. */
export async function revokeAccess(ctx: Context, accounts: readonly DisconnectedAccount[]): Promise<void> {
  if (ctx.request.dryRun) return;
  await Promise.all(accounts.map((account) => ctx.platforms.revoke(ctx.tenant, account)));
}
