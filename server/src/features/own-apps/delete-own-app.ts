import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertBrand } from '../brands/index.ts';
import * as ownApps from './own-app.repository.ts';

export const deleteTwitterCredentials = defineOperation({
  name: 'delete_twitter_credentials',
  summary: 'Delete X app credentials',
  description:
    'Deletes the default set. Connected accounts keep working; connecting new ones needs a set again. Without a default set the answer is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'delete', path: '/v1/platforms/twitter/credentials', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({}),
  output: z.null(),
  run: (ctx) => remove(ctx, '', 'There are no default credentials of an X app.'),
});

export const deleteBrandTwitterCredentials = defineOperation({
  name: 'delete_brand_twitter_credentials',
  summary: 'Delete X credentials of a brand',
  description:
    'Deletes the set of one brand, to which the default set then applies. Connected accounts keep working. A brand without a set is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'delete', path: '/v1/platforms/twitter/credentials/brand/{brand_id}', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ brand_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { brand_id: brandId }) {
    await assertBrand(ctx, brandId);
    return remove(ctx, brandId, 'This brand has no credentials of an X app of its own.');
  },
});

async function remove(ctx: Context, brandId: string, message: string): Promise<null> {
  return ctx.commit(async (tx) => {
    if (await ownApps.remove(tx, ctx.tenant.id, brandId)) return null;
    throw new ApiError('not_found', message, { resource: 'credentials' }, 'resource.not_found');
  });
}
