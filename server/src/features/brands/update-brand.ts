import { z } from 'zod';
import type { Transaction } from '../../core/context.ts';
import { conflict, missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import { assertLogo, LogoChoice } from '../media/index.ts';
import { knownZone, TimeZoneName } from '../workspaces/index.ts';
import { assertMaySetApproval, setApproval } from './approval.ts';
import * as brands from './brand.repository.ts';
import { Brand, BrandName, toBrand } from './brand.ts';

export const updateBrand = defineOperation({
  name: 'update_brand',
  summary: 'Update a brand',
  description:
    'Changes the name, the time zone, the logo or the approval of a brand; fields that are left out stay. `approval` and `self_approval` need `can_approve`; `approval: true` makes scheduled posts wait that nobody has approved, and is 409 `conflict` where nobody may approve. `warnings` tells when the only approver is the only author. Without any field the answer is 400 `missing_metadata`. A logo is a ready image of at most 2 MiB; any other item is 400 `invalid_request`. An unknown brand is 404 `not_found`.',
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
    approval: z.boolean().optional().meta({ description: 'true: its posts wait for the approval of somebody else' }),
    self_approval: z.boolean().optional().meta({ description: 'true: authors may approve their own posts' }),
  }),
  output: Brand.extend({
    held_count: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How many scheduled posts wait now, because nobody has approved them' }),
    warnings: z.array(z.string()).optional().meta({ description: 'What may not have been meant' }),
  }),

  async run(ctx, { brand_id: id, name, timezone: zone, logo_media_id: logoMediaId, ...approval }) {
    const isAboutApproval = Object.keys(approval).length > 0;
    if (name === undefined && zone === undefined && logoMediaId === undefined && !isAboutApproval)
      throw missing('name', 'Send name, timezone, logo_media_id, approval or self_approval.');
    if (isAboutApproval) assertMaySetApproval(ctx);
    const timezone = typeof zone === 'string' ? await knownZone(zone) : zone;
    await assertLogo(ctx, logoMediaId);
    const write = async (tx: Transaction) => {
      // Locked before posts and accounts, so that no account moves here meanwhile.
      if (!(await brands.lock(tx, ctx.tenant.id, id))) throw notFound('brand', id);
      const set = isAboutApproval ? await setApproval(ctx, tx, id, approval) : undefined;
      const row = await brands.update(tx, ctx.tenant.id, id, { name, timezone, logoMediaId });
      if (row === undefined) throw notFound('brand', id);
      return {
        ...(await toBrand(ctx, row)),
        ...(set !== undefined && approval.approval === true
          ? { held_count: set.heldCount, ...(set.warnings.length === 0 ? {} : { warnings: [...set.warnings] }) }
          : {}),
      };
    };
    const answer = await again(() => ctx.commit(write));
    if (approval.approval === true) ctx.wake('held-media');
    return answer;
  },
});

const ROUNDS_MAX = 5;

/** Works again when a post was scheduled at the same time. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await work();
    } catch (error) {
      if (abortReasonOf(error) !== 'approval') throw error;
      if (round === ROUNDS_MAX)
        throw conflict('Posts of the brand keep being scheduled. Try again.', { resource: 'brand' });
    }
  }
}
