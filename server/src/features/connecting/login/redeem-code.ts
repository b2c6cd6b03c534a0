import type { Connector } from '../../../core/connector.ts';
import type { ConnectContext } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import type { ConnectState } from './connect-state.repository.ts';
import { type Settled, settleGrant } from './settle-grant.ts';

/** Exchanges the code of a consent page or a signup window and connects the account. The state was taken before. */
export async function redeemCode(
  ctx: ConnectContext,
  connector: Connector,
  state: ConnectState,
  code: string,
  {
    windowFields,
    issuer,
  }: {
    readonly windowFields?: Readonly<Record<string, unknown>> | undefined;
    readonly issuer?: string | undefined;
  } = {},
): Promise<Settled> {
  const { oauth } = connector.connecting;
  if (oauth === undefined) throw new Error(`${connector.platform} has no consent page`);
  const { codeVerifier, pushed: secrets, ...place } = state.secrets;
  const session = ctx.platforms.session(ctx.tenant, connector, place);
  const redirectUri = state.callback_uri;
  const grant = await asPlatformResponse(connector, 'code', () =>
    oauth.exchange(session, {
      code,
      redirectUri,
      ...(codeVerifier === undefined ? {} : { codeVerifier }),
      ...(windowFields === undefined ? {} : { windowFields }),
      ...(issuer === undefined ? {} : { issuer }),
      ...(secrets === undefined ? {} : { secrets }),
    }),
  );
  return settleGrant(ctx, connector, place, grant, {
    brandId: state.brand_id,
    inviteId: state.invite_id,
    browserHash: state.browser_hash?.toString('hex'),
  });
}
