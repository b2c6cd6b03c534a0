import type { Connector } from '../../core/connector.ts';
import type { ConnectState } from './connect-state.ts';
import type { ConnectContext } from './connection.ts';
import { asPlatformAnswer } from './platform-answer.ts';
import { type Settled, settleGrant } from './settle-grant.ts';

/** The code that a consent page gave, or a window that told more beside it, exchanged and settled. The state is used up already. */
export async function redeemCode(
  ctx: ConnectContext,
  connector: Connector,
  state: ConnectState,
  code: string,
  {
    told,
    issuer,
  }: { readonly told?: Readonly<Record<string, unknown>> | undefined; readonly issuer?: string | undefined } = {},
): Promise<Settled> {
  const { oauth } = connector.connecting;
  if (oauth === undefined) throw new Error(`${connector.platform} has no consent page`);
  const { codeVerifier, pushed: secrets, ...place } = state.secrets;
  const session = ctx.services.platforms.session(ctx.tenant, connector, place);
  const redirectUri = state.callback_uri;
  const grant = await asPlatformAnswer(connector, 'code', () =>
    oauth.exchange(session, {
      code,
      redirectUri,
      ...(codeVerifier === undefined ? {} : { codeVerifier }),
      ...(told === undefined ? {} : { told }),
      ...(issuer === undefined ? {} : { issuer }),
      ...(secrets === undefined ? {} : { secrets }),
    }),
  );
  return settleGrant(ctx, connector, place, grant, { brandId: state.brand_id, inviteId: state.invite_id });
}
