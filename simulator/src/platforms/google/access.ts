import type { Call } from '../../core/platform.ts';
import { denied, notFound, scopeMissing } from './errors.ts';
import { businessScope } from './scopes.ts';
import type { Google, GrantRow, LocationRow } from './store.ts';

/** The part of a token that speaks for one of several locations; never seen outside. */
export function partOf(token: string, location: string): string {
  return `${token}|${location}`;
}

/**
 * The bearer token, or what a token endpoint is given. A login that reaches several locations has a part for each, so
 * that a call is attributed to the location in its path.
 */
export function identify({ store }: Google, call: Call): string | undefined {
  if (call.host === 'oauth')
    return call.input('refresh_token') ?? call.input('code') ?? call.input('token') ?? call.input('access_token');
  const token = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? call.input('access_token');
  if (token === undefined) return undefined;
  const location = locationIn({ store }, call)?.name;
  const [first, ...others] = store.grants.get(token)?.locations ?? [];
  return location !== undefined && location !== first && others.includes(location) ? partOf(token, location) : token;
}

/** The location that the path names, by its v4 or its v1 name. */
function locationIn({ store }: Pick<Google, 'store'>, call: Call): LocationRow | undefined {
  const [, name] = /^\/v4\/(accounts\/[^/?]+\/locations\/[^/?:]+)/.exec(call.path) ?? [];
  if (name !== undefined) return store.locations.get(name);
  const [, location] = /^\/v1\/(locations\/[^/?:]+)/.exec(call.path) ?? [];
  return location === undefined ? undefined : store.locations.where('location', location)[0];
}

/** The locations that the call's token reaches. */
export function granted(google: Google, call: Call): LocationRow[] {
  return grantOf(google, call).locations.flatMap((name) => google.store.locations.get(name) ?? []);
}

function grantOf({ store }: Google, call: Call): GrantRow {
  if (!call.token?.scopes.includes(businessScope)) throw scopeMissing();
  const [token = ''] = call.token.value.split('|');
  return store.grants.get(token) ?? { credential: token, locations: [], is_offline: false };
}

/** The location in the path of a v4 or v1 call; 404 when there is none, 403 when it is somebody else's. */
export function ownLocation(google: Google, call: Call): LocationRow {
  const reached = granted(google, call);
  const location = locationIn(google, call);
  if (!location) throw notFound();
  if (!reached.some(({ name }) => name === location.name)) throw denied();
  return location;
}

/** `accounts/1001` in the path: one that the login has a location of. */
export function ownAccountName(google: Google, call: Call): string {
  const name = `accounts/${call.param('account')}`;
  if (granted(google, call).some(({ account }) => account === name)) return name;
  throw google.store.locations.where('account', name).length > 0 ? denied() : notFound();
}
