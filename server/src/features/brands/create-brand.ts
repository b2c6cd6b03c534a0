import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { refusalOf } from '../../db/database.ts';
import * as brands from './brand.repository.ts';
import { Brand, BrandName, toBrand } from './brand.ts';

export const createBrand = defineOperation({
  name: 'create_brand',
  summary: 'Create a brand',
  tag: 'Brands',
  http: { method: 'post', path: '/v1/brands', status: 201 },
  scope: 'admin',
  input: z.strictObject({ name: BrandName }),
  output: Brand,

  async run(ctx, { name }) {
    const { plan, planName, id, mode } = ctx.tenant;
    return ctx
      .commit(async (tx) => toBrand(await brands.insert(tx, id, newId('brand'), name, plan.brandsMax), mode === 'live'))
      .catch((error) => {
        if (refusalOf(error) !== 'brand_limit') throw error;
        throw new ApiError(
          'brand_limit_reached',
          `The ${plan.displayName} (${planName}) plan allows ${plan.brandsMax} brands. Delete one or choose a larger plan.`,
          { plan: planName, max: plan.brandsMax, resource: 'brand' },
          'billing.brands_limit',
        );
      });
  },
});
