import { z } from 'zod';
import type { DisconnectedAccount } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as accounts from './account.repository.ts';
import { cancelEmptyPosts } from './cancel-empty-posts.ts';
import { revokeAccess } from './revoke-access.ts';

export const disconnectAccount = defineOperation({
  name: 'disconnect_account',
  summary: 'Disconnect an account and forget its tokens',
  tag: 'Accounts',
  http: { method: 'delete', path: '/v1/accounts/{account_id}', status: 204 },
  scope: 'accounts:manage',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { account_id: id }) {
    let held: DisconnectedAccount[] = [];
    await ctx.commit(async (tx) => {
      held = await accounts.accessOf(tx, ctx.tenant.id, [id]);
      if (held.length === 0) throw notFound('account', id);
      const postIds = await accounts.disconnect(tx, ctx.tenant.id, [id]);
      await cancelEmptyPosts(tx, ctx.tenant.id, postIds);
      return null;
    });
    ctx.services.wake('outward');
    await revokeAccess(ctx, held);
    return null;
  },
});
