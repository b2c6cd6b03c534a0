import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { SimulatedPlatform } from '../platform.ts';
import { isWorldId } from '../worlds/world-id.ts';

const operatorsPaths = new Set(['health', 'worlds']);
const worldsPaths = new Set(['', 'files', 'receiver', 'control']);

/** How a request reached us. */
interface Arrival {
  /** Undefined at the operator's own addresses. */
  readonly world: string | undefined;
  /** The world as it stands in the address, `/w_…`; empty when it stands for itself there. */
  readonly prefix: string;
  /** Set when it came as if we were the real host, without the platform's prefix. */
  readonly as?: { readonly platform: string; readonly host: string } | undefined;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

export function arrivalOf(request: FastifyRequest): Arrival {
  return arrivals.get(request.raw) ?? { world: undefined, prefix: '' };
}

/**
 * Takes the world off the address. Then turns requests without a platform's prefix into prefixed ones: by the Host header
 * (api.x.com), else, when the path is neither the world's own nor a platform's, to the platform whose host is the user's
 * own server (Mastodon clients use the bare origin). What names no world is in `originWorld`.
 */
export function rewriteUrl(
  platforms: readonly SimulatedPlatform[],
  originWorld?: string,
): (request: IncomingMessage) => string {
  const byHostName = new Map<string, { platform: string; host: string }>();
  for (const { name: platform, hosts } of platforms)
    for (const [host, names] of Object.entries(hosts))
      for (const name of names) byHostName.set(name, { platform, host });
  const selfHosted = platforms.find(({ hosts }) => '' in hosts)?.name;
  const prefixes = new Set([...worldsPaths, ...platforms.map(({ name }) => name)]);

  return (request) => {
    const { world, prefix, url } = withoutWorld(request.url ?? '/', originWorld);
    const hostName = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
    const as =
      byHostName.get(hostName) ??
      (selfHosted !== undefined && !prefixes.has(firstPartOf(url)) ? { platform: selfHosted, host: '' } : undefined);
    arrivals.set(request, { world, prefix, as: world === undefined ? undefined : as });
    return world === undefined || !as ? url : prefixOf(as.platform, as.host) + url;
  };
}

function withoutWorld(url: string, originWorld: string | undefined) {
  const first = firstPartOf(url);
  if (isWorldId(first))
    return { world: first, prefix: `/${first}`, url: `/${url.slice(first.length + 1).replace(/^\//, '')}` };
  return { world: operatorsPaths.has(first) ? undefined : originWorld, prefix: '', url };
}

function firstPartOf(url: string): string {
  return url.slice(1).split(/[/?]/, 1)[0] ?? '';
}

/** `/twitter/api`; for the empty host key `/mastodon`. */
export function prefixOf(platform: string, host: string): string {
  return host === '' ? `/${platform}` : `/${platform}/${host}`;
}

/**
 * The world's base URL as this client sees it, without a slash at its end; a proxy tells by X-Forwarded-* what stands
 * before the world.
 */
export function baseOf(request: FastifyRequest): string {
  const header = (name: string) => request.headers[name]?.toString().split(',')[0]?.trim() || undefined;
  const protocol = header('x-forwarded-proto') ?? 'http';
  const host = header('x-forwarded-host') ?? request.headers.host ?? 'localhost';
  return `${protocol}://${host}${(header('x-forwarded-prefix') ?? '').replace(/\/$/, '')}${arrivalOf(request).prefix}`;
}

/** An absolute address on one of a platform's hosts, in the form in which the request came in. */
export function platformUrl(request: FastifyRequest, platform: SimulatedPlatform, host: string, path: string): string {
  const { as, prefix } = arrivalOf(request);
  if (!as) return baseOf(request) + prefixOf(platform.name, host) + path;
  if (as.host === host) return baseOf(request) + path;
  return `https://${platform.hosts[host]?.[0] ?? 'localhost'}${prefix}${path}`;
}
