import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession } from '../../core/session.ts';
import { callPlatform, platformError } from '../shared/call-platform.ts';
import { hosts as defaults } from './hosts.ts';
import { Did, ResolvedHandle } from './wire.ts';

const Service = z.object({ id: z.string(), serviceEndpoint: z.string().max(300) });
const DidDocument = z.object({
  id: Did,
  alsoKnownAs: z.array(z.string()).optional().catch(undefined),
  service: z.array(z.unknown()),
});

/**
 * The account that a handle or DID names, and the server that holds it. https://atproto.com/specs/handle,
 * https://atproto.com/specs/did
 */
export async function findAccount(session: AppSession, name: string): Promise<{ did: string; pds: string }> {
  const isDid = name.startsWith('did:');
  const did = isDid ? name : await resolveHandle(session, name);
  const document = await readDocument(session, did);
  // A handle counts only when its owner's document claims it as well.
  const isMutual = isDid || document.alsoKnownAs?.some((alias) => alias.toLowerCase() === `at://${name}`) === true;
  const pds = serverIn(session, document.service);
  if (document.id !== did || !isMutual) {
    throw new PlatformError('rejected', `The account behind ${name} does not claim this name.`);
  }
  if (pds === undefined) throw new PlatformError('rejected', `The account ${name} names no server.`);
  return { did, pds };
}

async function resolveHandle(session: AppSession, handle: string): Promise<string> {
  const query = `handle=${encodeURIComponent(handle)}`;
  const door = session.hosts.pds ?? defaults.pds;
  const response = await read(session, `${door}/xrpc/com.atproto.identity.resolveHandle?${query}`, ResolvedHandle);
  return response.did;
}

/** Reads the document from the directory, or from the host that a `did:web` names itself. */
async function readDocument(session: AppSession, did: string): Promise<z.output<typeof DidDocument>> {
  const web = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1];
  if (web === undefined) return await read(session, `${session.hosts.plc ?? defaults.plc}/${did}`, DidDocument);
  return await read(session, `https://${web}/.well-known/did.json`, DidDocument).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.kind === 'rate_limited') throw error;
    throw new PlatformError('rejected', `${did} cannot be read: ${error.message}`.slice(0, 300));
  });
}

/** The address of the account's server, from its DID document. */
export function serverIn(session: Pick<AppSession, 'hosts'>, services: readonly unknown[]): string | undefined {
  for (const service of services) {
    const { data } = Service.safeParse(service);
    if (!data?.id.endsWith('#atproto_pds')) continue;
    const address = data.serviceEndpoint.replace(/\/$/, '');
    if (address === session.hosts.pds) return address;
    const url = URL.parse(address);
    if (url?.protocol === 'https:') return url.origin;
  }
  return undefined;
}

/** Reads one public document. Redirects are not followed: the address itself must respond. */
export async function read<Schema extends z.ZodType>(
  session: AppSession,
  url: string,
  response: Schema,
): Promise<z.output<Schema>> {
  const request = { method: 'GET', url, headers: { accept: 'application/json' } } as const;
  const rejection = ({ status }: { readonly status: number }) => {
    if (status === 429 || status >= 500) return undefined;
    const host = URL.parse(url)?.host ?? url;
    return platformError('rejected', `${host} does not respond as a server of Bluesky does.`, status);
  };
  return (await callPlatform(session, { purpose: 'read', request, response, rejection })).value;
}
