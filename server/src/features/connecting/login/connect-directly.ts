import type { Connector } from '../../../core/connector.ts';
import type { ConnectContext, ConnectedAccount, Destination } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import { NO_APP } from './login-settings.ts';
import { namedServer, orNoServer } from './named-server.ts';
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
  const { field, hosts } = namedServer(ctx, direct, given);
  const place = { app: NO_APP, hosts };
  const session = ctx.platforms.session(ctx.tenant, connector, place);
  const connect = async () => await direct.connect(session, given);
  const grant = await asPlatformResponse(connector, 'metadata', () =>
    hosts === undefined ? connect() : connect().catch(orNoServer(connector, field)),
  );
  const settled = await settleGrant(ctx, connector, place, grant, { ...destination, field: 'metadata' });
  if (settled.kind !== 'connected') throw new Error(`${platform} lets nobody choose`);
  return settled.account;
}
