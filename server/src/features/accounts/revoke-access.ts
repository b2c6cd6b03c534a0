import type { Context, DisconnectedAccount } from '../../core/context.ts';

/** Ends our access on the platforms, once the accounts are gone here; what a platform says to it changes nothing. */
export async function revokeAccess(ctx: Context, accounts: readonly DisconnectedAccount[]): Promise<void> {
  if (ctx.request.dryRun) return;
  await Promise.all(accounts.map((account) => ctx.services.platforms.revoke(ctx.tenant, account)));
}
