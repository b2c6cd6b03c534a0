import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession } from '../../core/session.ts';
import { lenient } from '../platform-call.ts';
import { findAccount, read } from './identity.ts';

const address = z.string().max(1000);
const ProtectedResource = z.object({ resource: address, authorization_servers: z.array(address).length(1) });

const AuthorizationServer = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  pushed_authorization_request_endpoint: address,
  revocation_endpoint: lenient(address),
  require_pushed_authorization_requests: z.literal(true),
  authorization_response_iss_parameter_supported: z.literal(true),
  dpop_signing_alg_values_supported: z.array(z.string()).refine((names) => names.includes('ES256')),
});
export type AuthorizationServer = z.output<typeof AuthorizationServer>;

/** Where somebody logs in, by handle, DID or the address of a server; by nothing at the door to all of Bluesky's. */
export async function findLogin(session: AppSession, name: string | undefined) {
  const isServer = name === undefined || name.startsWith('https://');
  const account = isServer ? { pds: name ?? session.hosts.pds ?? '' } : await findAccount(session, name);
  const server = await serverBehind(session, account.pds).catch((error: unknown) => {
    // Whoever names a server hears what is wrong with it.
    if (name === undefined || !(error instanceof PlatformError) || error.kind === 'rate_limited') throw error;
    throw new PlatformError('rejected', `${account.pds} cannot be asked: ${error.message}`.slice(0, 300));
  });
  return { did: undefined, ...account, server };
}

/**
 * https://atproto.com/specs/oauth#summary-of-authorization-flow: the server of the account names the one that gives
 * access to it, which must call itself by that name.
 */
export async function serverBehind(session: AppSession, pds: string): Promise<AuthorizationServer> {
  const resource = await read(session, `${pds}/.well-known/oauth-protected-resource`, ProtectedResource);
  const [issuer = ''] = resource.authorization_servers;
  if (!isSame(resource.resource, pds)) throw wrong(`${pds} calls itself ${resource.resource}.`);
  assertSafe(session, issuer);
  const url = `${issuer.replace(/\/$/, '')}/.well-known/oauth-authorization-server`;
  const server = await read(session, url, AuthorizationServer);
  if (!isSame(server.issuer, issuer)) throw wrong(`${issuer} calls itself ${server.issuer}.`);
  const { authorization_endpoint, token_endpoint, revocation_endpoint, pushed_authorization_request_endpoint } = server;
  assertSafe(session, authorization_endpoint, token_endpoint, pushed_authorization_request_endpoint);
  if (revocation_endpoint !== undefined) assertSafe(session, revocation_endpoint);
  return server;
}

/** Secrets go to these addresses: only over https, or to the very server that we came to. */
function assertSafe({ hosts }: AppSession, ...addresses: readonly string[]): void {
  for (const one of addresses) {
    const isOwn = hosts.pds !== undefined && isBelow(one, hosts.pds);
    if (!isOwn && URL.parse(one)?.protocol !== 'https:') throw wrong(`The address ${one} is not secure.`);
  }
}

export function isBelow(one: string, base: string): boolean {
  return one === base || one.startsWith(`${base}/`);
}

function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function wrong(message: string): PlatformError {
  return new PlatformError('rejected', message.slice(0, 300));
}
