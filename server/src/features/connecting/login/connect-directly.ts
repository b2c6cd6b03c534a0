import type { Connector } from '../../../core/connector.ts';
import type { ConnectContext, ConnectedAccount, Destination } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import { NO_APP } from './login-settings.ts';
import { settleGrant } from './settle-grant.ts';

/** Connects an account with what the customer sent, such as the token of a bot. `given` is parsed by `direct.input`. */
export async function connectDirectly(
  ctx: ConnectContext,
  connector: Connector,
  given: Readonly<Record<string, unknown>>,
  destination: Destination,
): Promise<ConnectedAccount> {
  const { platform, connecting } = connector;
  const { direct } = connecting;
  if (direct === undefined) throw new Error(`${platform} is not connected directly`);
  const place = { app: NO_APP, hosts: direct.hosts?.(given) };
  const session = ctx.platforms.session(ctx.tenant, connector, place);
  const grant = await asPlatformResponse(connector, 'metadata', () => direct.connect(session, given));
  const settled = await settleGrant(ctx, connector, place, grant, destination);
  if (settled.kind !== 'connected') throw new Error(`${platform} lets nobody choose`);
  return settled.account;
}
