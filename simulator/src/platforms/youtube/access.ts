import type { Call } from '../../core/platform.ts';
import { missing, scopeMissing, YoutubeError } from './errors.ts';
import { may, type Right } from './scopes.ts';
import type { ChannelRow, Youtube } from './store.ts';

/** The bearer token, or what a token endpoint is given. */
export function identify(call: Call): string | undefined {
  if (call.host === 'oauth')
    return call.input('refresh_token') ?? call.input('code') ?? call.input('token') ?? call.input('access_token');
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? call.input('access_token');
}

/** The channel that the token speaks for; 403 without one of the scopes. */
export function me({ store }: Youtube, call: Call, right: Right): ChannelRow {
  const given: readonly string[] = call.token?.scopes ?? [];
  if (!may[right].some((scope) => given.includes(scope))) throw scopeMissing();
  const channel = store.channels.get(call.account?.platform_id ?? '');
  if (channel) return channel;
  throw new YoutubeError(401, 'youtubeSignupRequired', 'Unauthorized', { domain: 'youtube.header' });
}

const allParts = /^[a-zA-Z]+$/;

/** The resource parts that are asked for; an unknown one is a 400. */
export function partsOf(call: Call, known: readonly string[]): readonly string[] {
  const parts = call
    .inputs('part')
    .flatMap((list) => list.split(','))
    .filter(Boolean);
  if (parts.length === 0) throw missing('part');
  const wrong = parts.find((part) => !allParts.test(part) || !known.includes(part));
  if (wrong === undefined) return parts;
  const message = `'${wrong}'`;
  throw new YoutubeError(400, 'unknownPart', message, { domain: 'youtube.part', location: 'part' });
}

/** The named parts of a resource, with what is always there. */
export function pick(resource: Readonly<Record<string, unknown>>, parts: readonly string[]): Record<string, unknown> {
  const always = ['kind', 'etag', 'id'];
  return Object.fromEntries(
    Object.entries(resource).filter(([name, value]) => value !== undefined && [...always, ...parts].includes(name)),
  );
}
