import type { Method, Route } from '../../../core/platform.ts';
import { failure } from '../errors.ts';

/** A route that asks for a scope such as `write:statuses`, which `write` includes. */
export type ScopedRoute = Route & { readonly scope?: string };

/** `hosts` of Mastodon has one key, the empty one: the instance itself. */
export function at<M extends Method>(method: M, path: string) {
  return { method, host: '', path } as const;
}

const readable = 'accounts blocks bookmarks favourites filters follows lists mutes notifications search statuses';
const writable = `${readable.replace(' search', '')} conversations media reports`;

/** https://docs.joinmastodon.org/api/oauth-scopes/ */
export const knownScopes = [
  ...['profile', 'read', 'write', 'follow', 'push'],
  ...readable.split(' ').map((part) => `read:${part}`),
  ...writable.split(' ').map((part) => `write:${part}`),
];

/** Whether the granted scopes cover the wanted one. */
export function covers(granted: readonly string[], wanted: string): boolean {
  const [whole = ''] = wanted.split(':');
  return granted.includes(wanted) || granted.includes(whole);
}

/** The plain route, rejecting tokens without its scope and, where none is needed, those that are no good. */
export function guarded({ scope, ...route }: ScopedRoute): Route {
  if (scope === undefined) return route;
  return {
    ...route,
    handle(call) {
      if (call.credential !== undefined && !call.token) return failure(401, 'The access token is invalid');
      const isGranted = !call.token || covers(call.token.scopes, scope);
      return isGranted ? route.handle(call) : failure(403, 'This action is outside the authorized scopes');
    },
  };
}

export function scopesIn(text: string): string[] {
  return text.split(/[\s+]+/).filter(Boolean);
}
