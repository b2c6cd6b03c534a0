import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { SimulatedPlatform } from '../platform.ts';

const ownPaths = new Set(['', 'health', 'files', 'receiver', 'control']);

/** How a request reached us: under the simulator's own prefix, or as if it were the real host. */
export type Arrival = { via: 'prefix' } | { via: 'host'; platform: string; host: string };

const arrivals = new WeakMap<IncomingMessage, Arrival>();

export function arrivalOf(request: FastifyRequest): Arrival {
  return arrivals.get(request.raw) ?? { via: 'prefix' };
}

/**
 * Turns requests without prefix into prefixed ones: by the Host header (api.x.com), else, when the path is neither ours
 * nor a platform's, to the platform whose host is the user's own server (Mastodon clients use the bare origin).
 */
export function rewriteUrl(platforms: readonly SimulatedPlatform[]): (request: IncomingMessage) => string {
  const byHostName = new Map<string, { platform: string; host: string }>();
  for (const { name: platform, hosts } of platforms)
    for (const [host, names] of Object.entries(hosts))
      for (const name of names) byHostName.set(name, { platform, host });
  const selfHosted = platforms.find(({ hosts }) => '' in hosts)?.name;
  const prefixes = new Set([...ownPaths, ...platforms.map(({ name }) => name)]);

  return (request) => {
    const url = request.url ?? '/';
    const hostName = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
    const [firstPart = ''] = url.slice(1).split(/[/?]/, 1);
    const place =
      byHostName.get(hostName) ??
      (selfHosted !== undefined && !prefixes.has(firstPart) ? { platform: selfHosted, host: '' } : undefined);
    if (!place) return url;
    arrivals.set(request, { via: 'host', ...place });
    return prefixOf(place.platform, place.host) + url;
  };
}

/** `/twitter/api`; for the empty host key `/mastodon`. */
export function prefixOf(platform: string, host: string): string {
  return host === '' ? `/${platform}` : `/${platform}/${host}`;
}

/** The simulator's own base URL as this client sees it, without a slash at its end; a proxy tells by X-Forwarded-*. */
export function baseOf(request: FastifyRequest): string {
  const header = (name: string) => request.headers[name]?.toString().split(',')[0]?.trim() || undefined;
  const protocol = header('x-forwarded-proto') ?? 'http';
  const host = header('x-forwarded-host') ?? request.headers.host ?? 'localhost';
  return `${protocol}://${host}${(header('x-forwarded-prefix') ?? '').replace(/\/$/, '')}`;
}

/** An absolute address on one of a platform's hosts, in the form in which the request came in. */
export function platformUrl(request: FastifyRequest, platform: SimulatedPlatform, host: string, path: string): string {
  const arrival = arrivalOf(request);
  if (arrival.via === 'prefix') return baseOf(request) + prefixOf(platform.name, host) + path;
  if (arrival.host === host) return baseOf(request) + path;
  return `https://${platform.hosts[host]?.[0] ?? 'localhost'}${path}`;
}
