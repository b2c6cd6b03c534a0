import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { assertBrand } from '../brands/index.ts';
import * as invites from './invite.repository.ts';
import { Invite, toInvite } from './invite.ts';

export const listInvites = defineOperation({
  name: 'list_invites',
  summary: 'List invites',
  description:
    'Lists the invites of a brand, newest first, with used, expired and revoked ones. `brand_id` is required: without it the answer is 400 `missing_metadata`. An unknown brand is 404 `not_found`.',
  tag: 'Invites',
  http: { method: 'get', path: '/v1/invites', status: 200 },
  scope: 'admin',
  input: z.strictObject({ ...pageQuery, brand_id: z.string().max(200) }),
  output: pageOf(Invite),

  async run(ctx, { brand_id: brandId, ...page }) {
    return keysetPage(ctx, 'invites', page, {
      filters: { brandId },
      async read(after, limit) {
        await assertBrand(ctx, brandId);
        return invites.list(ctx.db, ctx.tenant.id, { brandId, after, limit });
      },
      position: (row) => [row.created_at, row.id],
      item: (row) => toInvite(ctx, row),
    });
  },
});
