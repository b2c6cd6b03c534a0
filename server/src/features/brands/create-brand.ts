import { z } from 'zod';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import * as brands from './brand.repository.ts';
import { Brand, BrandName, toBrand } from './brand.ts';
import { brandLimitReached } from './brand-limit.ts';

export const createBrand = defineOperation({
  name: 'create_brand',
  summary: 'Create a brand',
  description:
    'Creates a brand: a group of accounts with posts and an inbox of their own, such as one customer of an agency. Names need not be unique. The plan limits the number of brands; at the limit the answer is 403 `brand_limit_reached`.',
  tag: 'Brands',
  http: { method: 'post', path: '/v1/brands', status: 201 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ name: BrandName }),
  output: Brand,

  async run(ctx, { name }) {
    const { id } = ctx.tenant;
    return ctx
      .commit(async (tx) => toBrand(ctx, await brands.insert(tx, id, newId('brand'), name)))
      .catch(async (error) => {
        throw abortReasonOf(error) === 'brand_limit' ? await brandLimitReached(ctx.db, id) : error;
      });
  },
});
