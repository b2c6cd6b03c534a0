import type { Call } from '../../../core/platform.ts';

export const knownScopes = ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'];

interface Client {
  readonly id: string;
  allowsRedirect(uri: string): boolean;
  allowsScope(scope: string): boolean;
}

/**
 * A client by its id. The metadata document at an https address is not fetched: any redirect address and every known
 * scope count as named in it. `http://localhost?redirect_uri=…&scope=…` is the client for development, which says
 * both itself: https://atproto.com/specs/oauth#localhost-client-development
 */
export function readClient(id: string): Client | undefined {
  const url = URL.parse(id);
  if (url?.protocol === 'https:' && url.pathname !== '/')
    return { id, allowsRedirect: (uri) => URL.canParse(uri), allowsScope: isKnown };
  if (url?.protocol !== 'http:' || url.hostname !== 'localhost' || url.port !== '' || url.pathname !== '/')
    return undefined;
  const redirects = url.searchParams.getAll('redirect_uri');
  const allowed = redirects.length > 0 ? redirects : ['http://127.0.0.1/', 'http://[::1]/'];
  const scopes = (url.searchParams.get('scope') ?? 'atproto').split(' ');
  return {
    id,
    allowsRedirect: (uri) => allowed.some((known) => withoutPort(known) === withoutPort(uri)),
    allowsScope: (scope) => isKnown(scope) && scopes.includes(scope),
  };
}

/** Granular scopes (`repo:…`, `rpc:…`) are granted and not enforced. */
function isKnown(scope: string): boolean {
  return knownScopes.includes(scope) || /^(repo|rpc|blob|account|identity|include):/.test(scope);
}

/** The port of a loopback address may be any. */
function withoutPort(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.port = '';
  return url.href;
}

/**
 * The error of a client's self-signed assertion (https://www.rfc-editor.org/rfc/rfc7523#section-3);
 * whose key it is cannot be told here, as the document is not fetched.
 */
export function assertionProblem(call: Call, now: number): string | undefined {
  const assertion = call.input('client_assertion');
  if (assertion === undefined) return undefined;
  if (call.input('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return 'Unsupported client_assertion_type';
  const [header = '', body = '', signature = ''] = assertion.split('.');
  try {
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { alg, kid } = read(header);
    const { iss, sub, aud, jti, exp } = read(body);
    const clientId = call.input('client_id');
    if (alg !== 'ES256' || typeof kid !== 'string' || signature.length !== 86) return 'Invalid client_assertion';
    if (iss !== clientId || sub !== clientId) return 'client_assertion must be issued by the client';
    if (aud !== call.url('')) return 'client_assertion is for another server';
    if (typeof jti !== 'string' || typeof exp !== 'number' || exp * 1000 <= now) return 'client_assertion has expired';
    return undefined;
  } catch {
    return 'Malformed client_assertion';
  }
}
