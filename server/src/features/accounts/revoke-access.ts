import type { DisconnectedAccount } from '../../core/connecting/platform-access.ts';
import type { Context } from '../../core/context.ts';
import * as revocations from './revocation.repository.ts';

/** A request revokes the access within this time, or leaves it to the worker. */
export const REVOKE_SECONDS = 30;

/** Revokes our access on the platforms after the accounts are disconnected. The worker repeats failed calls. */
export async function revokeAccess(ctx: Context, accounts: readonly DisconnectedAccount[]): Promise<void> {
  if (ctx.request.dryRun || accounts.length === 0) return;
  const results = await Promise.allSettled(accounts.map((account) => ctx.platforms.revoke(ctx.tenant, account)));
  const revoked = accounts.filter((_, index) => results[index]?.status === 'fulfilled');
  await revocations.remove(ctx.db, ctx.tenant.id, revoked);
}
