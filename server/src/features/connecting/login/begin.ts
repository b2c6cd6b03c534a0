import { createHash, randomBytes } from 'node:crypto';
import type { Connector } from '../../core/connector.ts';
import type { Transaction } from '../../core/context.ts';
import { newState, saveState } from './connect-state.ts';
import type { ConnectContext, LoginPlace } from './connection.ts';
import { asPlatformAnswer } from './platform-answer.ts';
import { readMetadata } from './read-metadata.ts';

export interface Beginning {
  readonly keyId: string | null;
  readonly inviteId: string | null;
  readonly brandId: string | null;
  /** Where we send the browser after the platform has sent it to us. */
  readonly redirectUri?: string | undefined;
  readonly callerState?: string | undefined;
}

/** A login that can be begun: the address of the consent page, and what will be needed when the browser comes back. */
export interface Asked {
  readonly authUrl: string;
  readonly state: string;
  readonly callbackUri: string;
  readonly place: LoginPlace;
  readonly codeVerifier?: string;
  readonly pushed?: Readonly<Record<string, string>>;
}

/** Finds the platform's consent page, which some platforms want to be asked for. No transaction is open meanwhile. */
export async function askForConsent(
  ctx: ConnectContext,
  connector: Connector,
  place: LoginPlace,
  callbackUri: string,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<Asked> {
  const { oauth } = connector.connecting;
  const { platforms } = ctx.services;
  const state = newState();
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
    const { authUrl, secrets } = await asPlatformAnswer(connector, field, () => push(session, request, given));
    return { ...asked, authUrl, pushed: secrets };
  }
  if (oauth?.authorizeUrl === undefined) throw new Error(`${connector.platform} has no consent page`);
  return { ...asked, authUrl: oauth.authorizeUrl(request) };
}

/** Begins a login: remembers what will be known again when the browser comes back. */
export async function begin(
  ctx: ConnectContext,
  tx: Transaction,
  connector: Connector,
  asked: Asked,
  beginning: Beginning,
): Promise<{ authUrl: string; state: string }> {
  const { authUrl, state, callbackUri, place, codeVerifier, pushed } = asked;
  await saveState(tx, ctx.services.vault, state, {
    tenant_id: ctx.tenant.id,
    platform: connector.platform,
    key_id: beginning.keyId,
    invite_id: beginning.inviteId,
    brand_id: beginning.brandId,
    callback_uri: callbackUri,
    redirect_uri: beginning.redirectUri ?? null,
    caller_state: beginning.callerState ?? null,
    secrets: {
      ...place,
      ...(codeVerifier === undefined ? {} : { codeVerifier }),
      ...(pushed === undefined ? {} : { pushed }),
    },
  });
  return { authUrl, state };
}
