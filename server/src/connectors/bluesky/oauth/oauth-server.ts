import { z } from 'zod';
import { PlatformError } from '../../../core/platform-error.ts';
import type { AppSession } from '../../../core/session.ts';
import { lenient } from '../../shared/call-platform.ts';
import { findAccount, read } from '../identity.ts';

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

/** The authorization server for a handle, a DID or the address of a server; without a name, the one of bsky.social. */
export async function findLogin(session: AppSession, name: string | undefined) {
  const isServer = name === undefined || name.startsWith('https://');
  const account = isServer ? { pds: name ?? session.hosts.pds ?? '' } : await findAccount(session, name);
  const server = await serverBehind(session, account.pds).catch((error: unknown) => {
    // A customer who named a server learns the reason.
    if (name === undefined || !(error instanceof PlatformError) || error.kind === 'rate_limited') throw error;
    throw new PlatformError('rejected', `${account.pds} cannot be used: ${error.message}`.slice(0, 300));
  });
  return { did: undefined, ...account, server };
}

/**
 * The account's server names the server that gives access to it, which must state the same name itself:
 * https://atproto.com/specs/oauth#summary-of-authorization-flow
 */
export async function serverBehind(session: AppSession, pds: string): Promise<AuthorizationServer> {
  const resource = await read(session, `${pds}/.well-known/oauth-protected-resource`, ProtectedResource);
  const [issuer = ''] = resource.authorization_servers;
  if (!isSame(resource.resource, pds)) throw rejected(`${pds} names itself ${resource.resource}.`);
  assertSafe(session, issuer);
  const url = `${issuer.replace(/\/$/, '')}/.well-known/oauth-authorization-server`;
  const server = await read(session, url, AuthorizationServer);
  if (!isSame(server.issuer, issuer)) throw rejected(`${issuer} names itself ${server.issuer}.`);
  const { authorization_endpoint, token_endpoint, revocation_endpoint, pushed_authorization_request_endpoint } = server;
  assertSafe(session, authorization_endpoint, token_endpoint, pushed_authorization_request_endpoint);
  if (revocation_endpoint !== undefined) assertSafe(session, revocation_endpoint);
  return server;
}

/** Secrets go to these addresses, so they must be https or below the account's own server. */
function assertSafe({ hosts }: AppSession, ...addresses: readonly string[]): void {
  for (const one of addresses) {
    const isOwn = hosts.pds !== undefined && isBelow(one, hosts.pds);
    if (!isOwn && URL.parse(one)?.protocol !== 'https:') throw rejected(`The address ${one} is not secure.`);
  }
}

export function isBelow(one: string, base: string): boolean {
  return one === base || one.startsWith(`${base}/`);
}

function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function rejected(message: string): PlatformError {
  return new PlatformError('rejected', message.slice(0, 300));
}
