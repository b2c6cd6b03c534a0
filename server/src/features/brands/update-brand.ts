import { z } from 'zod';
import { missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertLogo, LogoChoice } from '../media/index.ts';
import { knownZone, TimeZoneName } from '../workspaces/index.ts';
import * as brands from './brand.repository.ts';
import { Brand, BrandName, toBrand } from './brand.ts';

export const updateBrand = defineOperation({
  name: 'update_brand',
  summary: 'Update a brand',
  description:
    'Changes the name, the time zone or the logo of a brand; fields that are left out stay. Without any field the answer is 400 `missing_metadata`. A logo is a ready image of at most 2 MiB; any other item is 400 `invalid_request`. An unknown brand is 404 `not_found`.',
  example: { input: { timezone: 'Europe/Berlin' } },
  tag: 'Brands',
  http: { method: 'patch', path: '/v1/brands/{brand_id}', status: 200 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({
    brand_id: z.string().min(1).max(200),
    name: BrandName.optional(),
    timezone: TimeZoneName.nullable().optional().meta({ description: 'null: the zone of the workspace' }),
    logo_media_id: LogoChoice.optional(),
  }),
  output: Brand,

  async run(ctx, { brand_id: id, name, timezone: zone, logo_media_id: logoMediaId }) {
    if (name === undefined && zone === undefined && logoMediaId === undefined)
      throw missing('name', 'Send name, timezone or logo_media_id.');
    const timezone = typeof zone === 'string' ? await knownZone(zone) : zone;
    await assertLogo(ctx, logoMediaId);
    return ctx.commit(async (tx) => {
      const row = await brands.update(tx, ctx.tenant.id, id, { name, timezone, logoMediaId });
      if (row === undefined) throw notFound('brand', id);
      return toBrand(ctx, row);
    });
  },
});
