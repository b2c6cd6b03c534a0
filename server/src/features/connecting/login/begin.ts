import { createHash, randomBytes } from 'node:crypto';
import type { Connector } from '../../../core/connector.ts';
import type { Transaction } from '../../../core/context.ts';
import type { ConnectContext, LoginSettings } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import { readMetadata } from '../read-metadata.ts';
import { hashOf, newState, saveState } from './connect-state.repository.ts';

export interface Beginning {
  readonly actorId: string | null;
  readonly inviteId: string | null;
  readonly brandId: string | null;
  /** The browser that the login began in, by the id in its cookie. Absent: a call of the API began it. */
  readonly browserId?: string | undefined;
  /** Where we send the browser after the platform sent it to us. */
  readonly redirectUri?: string | undefined;
  readonly callerState?: string | undefined;
}

/** A login that can start: the address of the consent page, and the values for the browser's return. */
export interface AuthorizationRequest {
  readonly authUrl: string;
  readonly state: string;
  readonly callbackUri: string;
  readonly place: LoginSettings;
  readonly codeVerifier?: string;
  readonly pushed?: Readonly<Record<string, string>>;
}

/** Builds the address of the consent page. Some platforms are asked for it first, so no transaction is open here. */
export async function askForConsent(
  ctx: ConnectContext,
  connector: Connector,
  place: LoginSettings,
  callbackUri: string,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<AuthorizationRequest> {
  const { oauth } = connector.connecting;
  const { platforms } = ctx;
  const state = newState(ctx.cell);
  const codeVerifier = oauth?.pkce === true ? randomBytes(32).toString('base64url') : undefined;
  const request = {
    app: place.app,
    hosts: platforms.browserHosts(ctx.tenant, connector, place.hosts),
    redirectUri: callbackUri,
    state,
    scopes: oauth?.scopes ?? [],
    ...(oauth?.window === undefined ? {} : { setup: platforms.windowSetup(ctx.tenant, connector.platform) }),
    ...(codeVerifier === undefined
      ? {}
      : { codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }),
  };
  const asked = { state, callbackUri, place, ...(codeVerifier === undefined ? {} : { codeVerifier }) };
  if (oauth?.pushed !== undefined) {
    const { input, push } = oauth.pushed;
    const given = readMetadata(input, metadata);
    const session = platforms.session(ctx.tenant, connector, place);
    const field = `metadata.${Object.keys(input.shape)[0]}`;
    const { authUrl, secrets } = await asPlatformResponse(connector, field, () => push(session, request, given));
    return { ...asked, authUrl, pushed: secrets };
  }
  if (oauth?.authorizeUrl === undefined) throw new Error(`${connector.platform} has no consent page`);
  return { ...asked, authUrl: oauth.authorizeUrl(request) };
}

/** Starts a login: stores its values until the browser comes back. */
export async function begin(
  ctx: ConnectContext,
  tx: Transaction,
  connector: Connector,
  asked: AuthorizationRequest,
  beginning: Beginning,
): Promise<{ authUrl: string; state: string }> {
  const { authUrl, state, callbackUri, place, codeVerifier, pushed } = asked;
  await saveState(tx, ctx.vault, state, {
    tenant_id: ctx.tenant.id,
    platform: connector.platform,
    actor_id: beginning.actorId,
    invite_id: beginning.inviteId,
    brand_id: beginning.brandId,
    callback_uri: callbackUri,
    redirect_uri: beginning.redirectUri ?? null,
    caller_state: beginning.callerState ?? null,
    browser_hash: beginning.browserId === undefined ? null : hashOf(beginning.browserId),
    secrets: {
      ...place,
      ...(codeVerifier === undefined ? {} : { codeVerifier }),
      ...(pushed === undefined ? {} : { pushed }),
    },
  });
  return { authUrl, state };
}
