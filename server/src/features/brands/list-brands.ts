import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as brands from './brand.repository.ts';
import { Brand, toBrand } from './brand.ts';

export const listBrands = defineOperation({
  name: 'list_brands',
  summary: 'List brands',
  description:
    'Lists the brands of the workspace, newest first, each with the number of its accounts. A key limited to brands sees those only.',
  tag: 'Brands',
  http: { method: 'get', path: '/v1/brands', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(pageQuery),
  output: pageOf(Brand),

  async run(ctx, page) {
    return keysetPage(ctx, 'brands', page, {
      read: (after, limit) => brands.list(ctx.db, ctx.tenant.id, { after, ids: brandsShown(ctx.actor), limit }),
      position: (row) => [row.created_at, row.id],
      item: (row) => toBrand(ctx, row),
    });
  },
});
