import { z } from 'zod';
import type { DisconnectedAccount } from '../../core/connecting/platform-access.ts';
import { defineOperation } from '../../core/operation.ts';
import { disconnectAccounts } from './disconnecting/disconnect-accounts.ts';
import { recordDisconnected } from './disconnecting/record-disconnected.ts';
import { findAccount } from './find-account.ts';
import { REVOKE_SECONDS, revokeAccess } from './revoke-access.ts';

export const disconnectAccount = defineOperation({
  name: 'disconnect_account',
  summary: 'Disconnect an account',
  description:
    'Disconnects an account, deletes its tokens, and revokes our access where the platform allows it. Its waiting targets are cancelled; a scheduled post without further targets becomes `cancelled`. Published posts stay on the platform. An unknown account is 404 `account_not_found`.',
  tag: 'Accounts',
  http: { method: 'delete', path: '/v1/accounts/{account_id}', status: 204 },
  scope: 'accounts:manage',
  leaves: false,
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { account_id: id }) {
    let held: DisconnectedAccount[] = [];
    await ctx.commit(async (tx) => {
      await findAccount(ctx, id, tx);
      held = await disconnectAccounts(tx, ctx.tenant.id, [id], REVOKE_SECONDS);
      await recordDisconnected(tx, ctx.tenant.id, held);
      return null;
    });
    ctx.wake('publish');
    ctx.wake('held');
    await revokeAccess(ctx, held);
    return null;
  },
});
