import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { notAuthorized, TikTokError } from './errors.ts';

/** https://developers.tiktok.com/doc/tiktok-api-scopes */
export const allScopes: readonly string[] = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.upload',
  'video.publish',
];

/** The bearer token; on the token endpoints the code or token of the form, at the file store that of the upload. */
export function identify(call: Call): string | undefined {
  if (call.host === 'upload') return call.input('upload_token');
  if (call.path.startsWith('/v2/oauth/'))
    return call.input('refresh_token') ?? call.input('token') ?? call.input('code');
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

/** The account of the call, whose token must have the scope. */
export function me(call: Call, scope: string): Account {
  if (!call.token?.scopes.includes(scope)) throw notAuthorized(scope);
  if (!call.account) throw new TikTokError(401, 'access_token_invalid', 'The access token belongs to nobody.');
  return call.account;
}

/** The part of a JSON body under a name; `{}` when there is none. */
export function part(body: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = body[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
