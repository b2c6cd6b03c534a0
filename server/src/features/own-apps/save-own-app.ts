import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertBrand } from '../brands/index.ts';
import * as ownApps from './own-app.repository.ts';
import { ownAppInput } from './own-app.ts';

interface Given {
  readonly client_id: string;
  readonly client_secret: string;
}

export const saveTwitterCredentials = defineOperation({
  name: 'save_twitter_credentials',
  summary: 'Save X app credentials',
  description:
    'Stores the credentials of your X app for all brands without a set of their own, in place of earlier ones. The secret is kept encrypted. X is not asked: `POST /v1/platforms/twitter/credentials/test` does that. Connected accounts keep the app with which they were connected.',
  tag: 'Connecting',
  http: { method: 'put', path: '/v1/platforms/twitter/credentials', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject(ownAppInput),
  output: z.null(),
  run: (ctx, given) => save(ctx, '', given),
});

export const saveBrandTwitterCredentials = defineOperation({
  name: 'save_brand_twitter_credentials',
  summary: 'Save X credentials of a brand',
  description:
    'Stores the credentials of an X app for one brand, which then win over the default set. An unknown brand is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'put', path: '/v1/platforms/twitter/credentials/brand/{brand_id}', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ brand_id: z.string().min(1).max(200), ...ownAppInput }),
  output: z.null(),

  async run(ctx, { brand_id: brandId, ...given }) {
    await assertBrand(ctx, brandId);
    return save(ctx, brandId, given);
  },
});

async function save(ctx: Context, brandId: string, given: Given): Promise<null> {
  const app = { clientId: given.client_id, clientSecret: given.client_secret };
  return ctx.commit(async (tx) => {
    await ownApps.save(tx, ctx.vault, ctx.tenant.id, brandId, app);
    return null;
  });
}
