import { ApiError } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { hashToken, invites } from '../invites/index.ts';
import { askForConsent, begin } from './login/begin.ts';
import { loginSettingsOf } from './login/login-settings.ts';
import { type PublicTools, publicContext } from './public-context.ts';

/** `GET /invite/{token}`: the address of the consent page; 404 for an unknown invite, 410 for a used or expired one. */
export async function openInvite(tools: PublicTools, token: string): Promise<string> {
  const invite = await invites.byToken(tools.db.system, hashToken(token));
  if (invite === undefined) throw new ApiError('not_found', 'There is no such invite.', {}, 'invite.invalid');
  if (invite.status !== 'active')
    throw new ApiError('gone', 'This invite has expired or was used already. Ask for a new one.', {}, 'invite.expired');
  const ctx = await publicContext(tools, invite.tenant_id);
  const connector = ctx.connectors[invite.platform as Platform];
  if (connector === undefined) throw new ApiError('not_found', 'This platform is not available here.');
  const callbackUri = ctx.platforms.callbackUri(connector.platform);
  const place = await loginSettingsOf(ctx, connector, { brandId: invite.brand_id, metadata: {}, callbackUri });
  const asked = await askForConsent(ctx, connector, place, callbackUri);
  const beginning = { keyId: null, inviteId: invite.id, brandId: invite.brand_id };
  return (await ctx.commit((tx) => begin(ctx, tx, connector, asked, beginning))).authUrl;
}
