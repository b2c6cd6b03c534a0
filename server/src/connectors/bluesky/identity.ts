import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession } from '../../core/session.ts';
import { callPlatform, refused } from '../platform-call.ts';
import { hosts as defaults } from './hosts.ts';
import { Did, ResolvedHandle } from './wire.ts';

const Service = z.object({ id: z.string(), serviceEndpoint: z.string().max(300) });
const DidDocument = z.object({
  id: Did,
  alsoKnownAs: z.array(z.string()).optional().catch(undefined),
  service: z.array(z.unknown()),
});

/** Whom a handle or DID names, and the server that holds the account. https://atproto.com/specs/handle, /specs/did */
export async function findAccount(session: AppSession, name: string): Promise<{ did: string; pds: string }> {
  const isDid = name.startsWith('did:');
  const did = isDid ? name : await resolveHandle(session, name);
  const document = await read(session, documentUrl(session, did), DidDocument);
  // A handle counts only when its owner claims it as well.
  const isMutual = isDid || document.alsoKnownAs?.some((alias) => alias.toLowerCase() === `at://${name}`) === true;
  const pds = serverIn(session, document.service);
  if (document.id !== did || !isMutual) {
    throw new PlatformError('rejected', `The account behind ${name} does not call itself so.`);
  }
  if (pds === undefined) throw new PlatformError('rejected', `The account ${name} names no server.`);
  return { did, pds };
}

async function resolveHandle(session: AppSession, handle: string): Promise<string> {
  const query = `handle=${encodeURIComponent(handle)}`;
  const door = session.hosts.pds ?? defaults.pds;
  const answer = await read(session, `${door}/xrpc/com.atproto.identity.resolveHandle?${query}`, ResolvedHandle);
  return answer.did;
}

function documentUrl({ hosts }: AppSession, did: string): string {
  const web = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1];
  return web === undefined ? `${hosts.plc ?? defaults.plc}/${did}` : `https://${web}/.well-known/did.json`;
}

/** The server on which an account lives, in its DID document. */
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

/** One public document. Redirects are not followed: the address that is asked must answer itself. */
export async function read<Schema extends z.ZodType>(
  session: AppSession,
  url: string,
  answer: Schema,
): Promise<z.output<Schema>> {
  const request = { method: 'GET', url, headers: { accept: 'application/json' } } as const;
  const refusal = ({ status }: { readonly status: number }) => {
    if (status === 429 || status >= 500) return undefined;
    const host = URL.parse(url)?.host ?? url;
    return refused('rejected', `${host} does not answer as a server of Bluesky does.`, status);
  };
  return (await callPlatform(session, { purpose: 'read', request, answer, refusal })).value;
}
