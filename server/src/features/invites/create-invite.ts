import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError, invalid, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { accounts } from '../accounts/index.ts';
import { brands } from '../brands/index.ts';
import { connectorNamed } from '../platforms/index.ts';
import * as invites from './invite.repository.ts';
import { hashToken, Invite, toInvite, tokenAssociatedData } from './invite.ts';

const DAYS = [1, 3, 7, 14, 30];

export const createInvite = defineOperation({
  name: 'create_invite',
  summary: 'Create a link with which somebody else connects an account to a brand',
  tag: 'Invites',
  http: { method: 'post', path: '/v1/invites', status: 201 },
  scope: 'admin',
  input: z.strictObject({
    brand_id: z.string().min(1).max(200),
    platform: z.string().min(1).max(50),
    expires_in_days: z
      .number()
      .int()
      .refine((days) => DAYS.includes(days), `must be one of ${DAYS.join(', ')}`),
  }),
  output: Invite,

  async run(ctx, { brand_id: brandId, platform: word, expires_in_days: days }) {
    const { platform, displayName, connecting } = connectorNamed(ctx.connectors, word, 'platform');
    if (connecting.oauth === undefined || connecting.oauth.server !== undefined)
      throw invalid(
        'platform',
        `Accounts on ${displayName} cannot be connected by an invite; use POST /v1/accounts/connect.`,
      );
    const id = newId('inv');
    const token = randomBytes(24).toString('base64url');
    const encrypted = ctx.vault.encrypt(token, tokenAssociatedData(ctx.tenant.id, id));
    return ctx.commit(async (tx) => {
      if (!(await brands.lock(tx, ctx.tenant.id, brandId))) throw notFound('brand', brandId);
      if ((await accounts.ofBrand(tx, ctx.tenant.id, { brandId, platform })).length > 0)
        throw conflict(`This brand has an account on ${displayName} already.`);
      if (await invites.hasActive(tx, ctx.tenant.id, brandId, platform))
        throw conflict(`This brand has an active invite for ${displayName} already. Delete it first.`);
      const invite = { id, brandId, platform, tokenHash: hashToken(token), token: encrypted, days };
      return toInvite(ctx, await invites.insert(tx, ctx.tenant.id, invite));
    });
  },
});

function conflict(message: string): ApiError {
  return new ApiError('conflict', message, { resource: 'invite' }, 'resource.conflict');
}
