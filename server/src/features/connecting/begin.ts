import { createHash, randomBytes } from 'node:crypto';
import type { Connector } from '../../core/connector.ts';
import type { Transaction } from '../../core/context.ts';
import { newState, saveState } from './connect-state.ts';
import type { ConnectContext, LoginPlace } from './connection.ts';

export interface Beginning {
  readonly keyId: string | null;
  readonly inviteId: string | null;
  readonly brandId: string | null;
  /** Where the platform sends the browser. */
  readonly callbackUri: string;
  /** Where we send it afterwards. */
  readonly redirectUri?: string | undefined;
  readonly callerState?: string | undefined;
}

/** Begins a login at the platform's consent page: its address, and what will be known again when it comes back. */
export async function begin(
  ctx: ConnectContext,
  tx: Transaction,
  connector: Connector,
  place: LoginPlace,
  beginning: Beginning,
): Promise<{ authUrl: string; state: string }> {
  const { oauth } = connector.connecting;
  if (oauth === undefined) throw new Error(`${connector.platform} has no consent page`);
  const { platforms, vault } = ctx.services;
  const state = newState();
  const codeVerifier = oauth.pkce === true ? randomBytes(32).toString('base64url') : undefined;
  const redirectUri = beginning.callbackUri;
  const authUrl = oauth.authorizeUrl({
    app: place.app,
    hosts: platforms.browserHosts(ctx.tenant, connector, place.hosts),
    redirectUri,
    state,
    scopes: oauth.scopes,
    ...(oauth.window === undefined ? {} : { setup: platforms.windowSetup(ctx.tenant, connector.platform) }),
    ...(codeVerifier === undefined
      ? {}
      : { codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }),
  });
  await saveState(tx, vault, state, {
    tenant_id: ctx.tenant.id,
    platform: connector.platform,
    key_id: beginning.keyId,
    invite_id: beginning.inviteId,
    brand_id: beginning.brandId,
    callback_uri: redirectUri,
    redirect_uri: beginning.redirectUri ?? null,
    caller_state: beginning.callerState ?? null,
    secrets: { ...place, ...(codeVerifier === undefined ? {} : { codeVerifier }) },
  });
  return { authUrl, state };
}
