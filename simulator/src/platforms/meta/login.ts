import { html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, Code, TokenPair, World } from '../../core/world/world.ts';
import { sendDeauthorization } from './callbacks.ts';
import { GraphError, invalidParameter, missingParameter } from './errors.ts';
import { dayMs } from './time.ts';

/** A product whose accounts log in on hosts of its own: Instagram and Threads. */
export interface LoginProduct {
  readonly displayName: string;
  readonly scopes: readonly string[];
  /** Without this one a token cannot be renewed. */
  readonly basicScope: string;
  readonly tokenPrefix: string;
  readonly exchangeGrant: string;
  readonly refreshGrant: string;
}

const codeSeconds = 3600;
const shortSeconds = 3600;
const longSeconds = 60 * 86_400;

/** The page that asks the user: first a choice, then back to the app with a code or a rejection. */
export function authorize(world: World, product: LoginProduct, call: Call): PlatformResponse {
  const redirectUri = call.input('redirect_uri') ?? '';
  const asked = (call.input('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  if (call.input('client_id') !== world.app.client_id) return rejectedPage(product, 'Invalid platform app');
  if (!URL.canParse(redirectUri)) return rejectedPage(product, 'Invalid redirect_uri');
  if (call.input('response_type') !== 'code') return rejectedPage(product, 'Invalid response_type');
  if (asked.length === 0 || asked.some((scope) => !product.scopes.includes(scope)))
    return rejectedPage(product, 'Invalid scope');

  const decision = call.input('decision');
  if (decision === undefined) {
    const accounts = world.accounts.all();
    return consentPage(call, { platform: product.displayName, appName: world.app.name, scopes: asked, accounts });
  }
  const state = call.input('state');
  const account = world.accounts.get(call.input('account') ?? '') ?? world.accounts.all()[0];
  if (decision !== 'allow' || !account) {
    const denied = {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    };
    return redirect(withQuery(redirectUri, { ...denied, state }));
  }
  const { value } = call.effect(() =>
    world.codes.issue({
      account: account.platform_id,
      clientId: world.app.client_id,
      redirectUri,
      scopes: asked,
      expiresInSeconds: codeSeconds,
      value: world.ids.text('AQBx', 60),
    }),
  );
  return redirect(`${withQuery(redirectUri, { code: value, state })}#_`);
}

/** The code exchange: a token of one hour with its code, or the rejection. */
export function redeemCode(
  world: World,
  product: LoginProduct,
  call: Call,
): { token: string; code: Code } | PlatformResponse {
  if (call.input('client_id') !== world.app.client_id) return rejectedToken('Invalid platform app');
  if (call.input('client_secret') !== world.app.client_secret) return rejectedToken('Error validating client secret.');
  if (call.input('grant_type') !== 'authorization_code') return rejectedToken('Invalid grant_type');
  const code = world.codes.peek(call.input('code') ?? '');
  if (!code) return rejectedToken('Matching code was not found or was already used');
  if (code.redirect_uri !== call.input('redirect_uri'))
    return rejectedToken('Error validating verification code. Please make sure your redirect_uri is identical');
  return call.effect(() => {
    world.codes.redeem(code.value);
    return { token: issue(world, product, code.account, 'short', code.scopes).value, code };
  });
}

/** JSON with a `user_id` that is a bare number and does not fit into a double. */
export function withBareUserId(fields: object, userId: string): PlatformResponse {
  const body = `${JSON.stringify({ ...fields, user_id: 0 }).slice(0, -2)}${userId}}`;
  return { status: 200, body, contentType: 'application/json; charset=utf-8' };
}

/** Short for long: `GET /access_token`. */
export function exchangeToken(world: World, product: LoginProduct, call: Call): object {
  if (call.input('grant_type') !== product.exchangeGrant)
    throw invalidParameter(`Param grant_type must be ${product.exchangeGrant}`);
  if (call.input('client_secret') === undefined) throw missingParameter('client_secret');
  if (call.input('client_secret') !== world.app.client_secret)
    throw new GraphError({ message: 'Error validating client secret.', code: 101 });
  if (call.token?.note !== 'short') throw invalidParameter('Only a short-lived token can be exchanged');
  return longToken(world, product, call);
}

/** `GET /refresh_access_token`: only for a long-lived token that is at least a day old. The old one stays valid. */
export function refreshToken(world: World, product: LoginProduct, call: Call): object {
  if (call.input('grant_type') !== product.refreshGrant)
    throw invalidParameter(`Param grant_type must be ${product.refreshGrant}`);
  if (call.token?.note !== 'long') throw invalidParameter('Only a long-lived token can be refreshed');
  if (!call.token.scopes.includes(product.basicScope))
    throw new GraphError({ message: '(#10) Application does not have permission for this action', code: 10 });
  if (world.clock.now() - call.token.issued_at < dayMs)
    throw invalidParameter('The access token must be at least 24 hours old to be refreshed');
  return longToken(world, product, call);
}

/** The token that a connected account has in daily use. */
export function connect(world: World, product: LoginProduct, account: Account): TokenPair {
  const token = world.effect(() => issue(world, product, account.platform_id, 'long', product.scopes));
  return { access_token: token.value, expires_in_seconds: longSeconds };
}

/** The account's owner removed the app: every token ends, and the app is told. */
export function removeApp(world: World, { platform_id }: Account, userId: string): void {
  world.effect(() => {
    for (const { value } of world.tokens.of(platform_id)) world.tokens.revoke(value);
    sendDeauthorization(world, platform_id, userId);
  });
}

function longToken(world: World, product: LoginProduct, call: Call): object {
  const { account, scopes: granted } = call.token ?? { account: null, scopes: [] };
  const token = call.effect(() => issue(world, product, account, 'long', granted));
  return { access_token: token.value, token_type: 'bearer', expires_in: longSeconds };
}

function issue(
  world: World,
  product: LoginProduct,
  account: string | null,
  life: 'short' | 'long',
  granted: readonly string[],
): { value: string } {
  return world.tokens.issue({
    kind: 'access',
    account,
    value: world.ids.text(product.tokenPrefix, 150),
    scopes: granted,
    expiresInSeconds: life === 'short' ? shortSeconds : longSeconds,
    note: life,
  });
}

function rejectedToken(message: string): PlatformResponse {
  return json({ error_type: 'OAuthException', code: 400, error_message: message }, 400);
}

export function rejectedPage({ displayName }: LoginProduct, reason: string): PlatformResponse {
  const text = `Invalid Request: Request parameters are invalid: ${reason}`;
  return html(`<!doctype html><html lang="en"><title>${displayName}</title><p>${text}</p></html>`, 400);
}

/** Query values are form-encoded, as Meta does: a blank becomes a plus sign. */
function withQuery(address: string, values: Record<string, string | undefined>): string {
  const url = new URL(address);
  url.hash = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
