import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as brands from './brand.repository.ts';
import { Brand, BrandName, toBrand } from './brand.ts';

export const renameBrand = defineOperation({
  name: 'rename_brand',
  summary: 'Rename a brand',
  tag: 'Brands',
  http: { method: 'patch', path: '/v1/brands/{brand_id}', status: 200 },
  scope: 'admin',
  input: z.strictObject({ brand_id: z.string().min(1).max(200), name: BrandName }),
  output: Brand,

  async run(ctx, { brand_id: id, name }) {
    return ctx.commit(async (tx) => {
      const row = await brands.rename(tx, ctx.tenant.id, id, name);
      if (row === undefined) throw notFound('brand', id);
      return toBrand(row, ctx.tenant.mode === 'live');
    });
  },
});
