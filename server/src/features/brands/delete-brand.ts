import { z } from 'zod';
import type { DisconnectedAccount } from '../../core/connecting/platform-access.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { disconnectAccounts, REVOKE_SECONDS, recordDisconnected, revokeAccess } from '../accounts/index.ts';
import * as brands from './brand.repository.ts';

export const deleteBrand = defineOperation({
  name: 'delete_brand',
  summary: 'Delete a brand',
  description:
    'Deletes a brand and disconnects its accounts. Their waiting targets are cancelled, invites to the brand and its review links end, and our access on the platforms is revoked. Published posts stay on the platforms. This cannot be undone. An unknown brand is 404 `not_found`.',
  tag: 'Brands',
  http: { method: 'delete', path: '/v1/brands/{brand_id}', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ brand_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { brand_id: id }) {
    let disconnected: DisconnectedAccount[] = [];
    await ctx.commit(async (tx) => {
      const ids = await brands.accountIds(tx, ctx.tenant.id, id);
      if (!(await brands.remove(tx, ctx.tenant.id, id))) throw notFound('brand', id);
      disconnected = await disconnectAccounts(tx, ctx.tenant.id, ids, REVOKE_SECONDS);
      await recordDisconnected(tx, ctx.tenant.id, disconnected);
      return null;
    });
    ctx.wake('publish');
    ctx.wake('held');
    await revokeAccess(ctx, disconnected);
    return null;
  },
});
