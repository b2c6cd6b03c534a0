import { Reply } from '../../../core/answer.ts';
import type { Grant } from '../../../core/connecting/connecting.ts';
import type { Connector } from '../../../core/connector.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import type { ConnectContext, ConnectedAccount, Destination, LoginSettings } from '../connection.ts';
import { savePending } from '../pending-connection.repository.ts';
import { type Selection, toSelection } from '../pending-connection.ts';
import { asPlatformResponse, assertScopes } from '../platform-answer.ts';
import { connectLogin } from './connect-login.ts';
import { renewLogin } from './renew-login.ts';

/** The result of a grant: an account, or an open choice. */
export type Settled =
  | { readonly kind: 'connected'; readonly account: ConnectedAccount }
  | { readonly kind: 'choice'; readonly selection: Selection };

export async function settleGrant(
  ctx: ConnectContext,
  connector: Connector,
  begun: LoginSettings,
  grant: Grant,
  destination: Destination,
): Promise<Settled> {
  assertScopes(connector, grant.scopes);
  const { platform, connecting } = connector;
  const { tokens, platformId, hosts = begun.hosts } = grant;
  const place = { ...begun, hosts };
  const { app } = place;
  const { choice } = connecting;
  if (choice === undefined) {
    const login = { ...place, connector, tokens, platformId };
    return { kind: 'connected', account: await connectLogin(ctx, login, destination) };
  }

  const session = ctx.platforms.session(ctx.tenant, connector, { app, tokens, hosts });
  const candidates = await asPlatformResponse(connector, destination.field ?? 'code', () => choice.candidates(session));
  const named = platformId === undefined ? candidates : candidates.filter((one) => one.platformId === platformId);
  const [only, ...more] = named;
  if (only === undefined && candidates.length > 0)
    throw invalid('metadata', `This login does not reach ${JSON.stringify(platformId)}.`);
  if (only === undefined)
    throw new ApiError(
      'not_found',
      `This login on ${connector.displayName} reaches nothing that could be connected.`,
      { resource: platform },
      `platform.${platform}.${choice.noneCode}`,
    );
  if (choice.when === 'several' && more.length === 0) {
    const login = { ...place, connector, tokens: only.tokens ?? tokens, platformId: only.platformId };
    return { kind: 'connected', account: await connectLogin(ctx, login, destination) };
  }
  const { body: selection } = await ctx.commit(async (tx) => {
    const { personId } = grant;
    const credentials = { tokens, app, ...(hosts === undefined ? {} : { hosts }) };
    const loginId =
      personId === undefined ? undefined : await renewLogin(ctx, tx, { platform, personId, credentials }, candidates);
    const login = { ...place, tokens, personId, loginId };
    const options = { ...destination, platform, candidates, login };
    const pending = await savePending(tx, ctx.vault, ctx.tenant.id, options);
    return new Reply(200, await toSelection(ctx, tx, pending));
  });
  return { kind: 'choice', selection };
}
