import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Connector } from '../../../core/connector.ts';
import type { Context } from '../../../core/context.ts';
import { conflict, notFound, notSupported } from '../../../core/errors.ts';
import { inCell, newId } from '../../../core/ids.ts';
import { defineOperation } from '../../../core/operation.ts';
import { PlatformWord } from '../../../core/platforms.ts';
import { accounts } from '../../accounts/index.ts';
import { assertBrand, brands } from '../../brands/index.ts';
import { hashToken, Invite, invites, toInvite, tokenAssociatedData } from '../../invites/index.ts';
import { connectorNamed } from '../../platforms/index.ts';
import { loginSettingsOf } from '../login/login-settings.ts';

const DAYS = [1, 3, 7, 14, 30];

const ABOUT = { resource: 'invite' };

export const createInvite = defineOperation({
  name: 'create_invite',
  summary: 'Create an invite',
  description:
    'Makes a link with which somebody else connects an account to a brand; it works once and needs no key. An account that lost its access is connected again by it. A brand whose account works, or that has an active invite for the platform, is 409 `conflict`. A platform without an app here is 412 `credentials_missing`, an unknown brand 404 `not_found`.',
  example: { input: { expires_in_days: 7 } },
  tag: 'Invites',
  http: { method: 'post', path: '/v1/invites', status: 201 },
  scope: 'admin',
  leaves: false,
  rejects: ['credentials_missing'],
  input: z.strictObject({
    brand_id: z.string().min(1).max(200),
    platform: PlatformWord.min(1),
    expires_in_days: z
      .number()
      .int()
      .refine((days) => DAYS.includes(days), `must be one of ${DAYS.join(', ')}`)
      .meta({ wire: { type: 'integer', enum: DAYS } }),
  }),
  output: Invite,

  async run(ctx, { brand_id: brandId, platform: word, expires_in_days: days }) {
    const connector = connectorNamed(ctx.connectors, word, 'platform');
    const { platform, displayName } = connector;
    await assertBrand(ctx, brandId);
    await assertReady(ctx, connector, brandId);
    const id = newId('inv');
    const token = inCell(ctx.cell, randomBytes(24).toString('base64url'));
    const encrypted = ctx.vault.encrypt(token, tokenAssociatedData(ctx.tenant.id, id));
    return ctx.commit(async (tx) => {
      if (!(await brands.lock(tx, ctx.tenant.id, brandId))) throw notFound('brand', brandId);
      const held = await accounts.ofBrand(tx, ctx.tenant.id, { brandId, platform });
      const lost = held.find(({ status }) => status === 'reconnect_required');
      if (held.length > 0 && lost === undefined)
        throw conflict(`This brand has an account on ${displayName} already, and it works.`, ABOUT);
      if (await invites.hasActive(tx, ctx.tenant.id, brandId, platform))
        throw conflict(`This brand has an active invite for ${displayName} already. Delete it first.`, ABOUT);
      const accountId = lost?.id ?? null;
      const invite = { id, brandId, platform, accountId, tokenHash: hashToken(token), token: encrypted, days };
      return toInvite(ctx, await invites.insert(tx, ctx.tenant.id, invite));
    });
  },
});

/** The caller can mend what is missing; the customer who opens the link cannot. 412 names it. */
async function assertReady(ctx: Context, connector: Connector, brandId: string): Promise<void> {
  const { platform, connecting } = connector;
  if (connecting.oauth === undefined && connecting.direct === undefined)
    throw notSupported(platform, 'connecting accounts yet');
  // The customer names the server, or brings all that is needed.
  if (connecting.oauth === undefined || connecting.oauth.server !== undefined) return;
  await loginSettingsOf(ctx, connector, { brandId, metadata: {}, callbackUri: ctx.platforms.callbackUri(platform) });
}
