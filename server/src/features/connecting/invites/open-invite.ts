import { ApiError, gone } from '../../../core/errors.ts';
import type { ConnectedAccount } from '../connection.ts';
import { askForConsent, begin } from '../login/begin.ts';
import { connectDirectly } from '../login/connect-directly.ts';
import { consentInput } from '../login/customer-input.ts';
import { loginSettingsOf } from '../login/login-settings.ts';
import { readMetadata } from '../read-metadata.ts';
import type { OpenInvite } from './describe-invite.ts';

/** What follows for the browser: the platform's consent page, or the connected account. */
export type Opened =
  | { readonly kind: 'consent'; readonly url: string }
  | { readonly kind: 'connected'; readonly account: ConnectedAccount };

const OVER = {
  used: 'This link was used already.',
  expired: 'This link has expired.',
  revoked: 'This link was withdrawn.',
};

/**
 * Starts what an invite asks for. `answers` are the fields of the page; `browserId` binds the login to the browser that
 * sent them. 410 for an invite that is over, 400 naming the field for a wrong answer.
 */
export async function openInvite(
  { ctx, invite, connector }: OpenInvite,
  answers: Readonly<Record<string, unknown>>,
  browserId: string,
): Promise<Opened> {
  const { status, brand_id: brandId, id: inviteId } = invite;
  if (status !== 'active') throw gone(`${OVER[status]} Ask for a new one.`, {}, 'invite.expired');
  const { oauth, direct } = connector.connecting;
  if (oauth === undefined && direct !== undefined) {
    const given = readMetadata(direct.input, answers);
    return { kind: 'connected', account: await connectDirectly(ctx, connector, given, { brandId, inviteId }) };
  }
  const metadata = readMetadata(consentInput(connector), answers);
  const callbackUri = ctx.platforms.callbackUri(connector.platform);
  const place = await loginSettingsOf(ctx, connector, { brandId, metadata, callbackUri }).catch(forCustomers);
  const asked = await askForConsent(ctx, connector, place, callbackUri, metadata);
  const beginning = { actorId: null, inviteId, brandId, browserId };
  return { kind: 'consent', url: (await ctx.commit((tx) => begin(ctx, tx, connector, asked, beginning))).authUrl };
}

/** The settings that an operator or an agency has forgotten are none of the customer's business. */
function forCustomers(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'credentials_missing') throw error;
  throw new ApiError('unavailable', 'This link cannot be used yet. Please tell whoever sent it to you.');
}
