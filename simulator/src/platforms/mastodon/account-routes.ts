import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { isTrue } from './draft.ts';
import { entities } from './entities.ts';
import { notFound } from './errors.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { me } from './own.ts';
import { pageOf } from './paging.ts';
import { canSee, type Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/accounts/ */
export function accountRoutes(store: Store): ScopedRoute[] {
  const path = '/api/v1/accounts';
  const reading = { operation: 'profile', auth: 'none', scope: 'read:accounts' } as const;
  return [
    {
      ...at('GET', `${path}/verify_credentials`),
      operation: 'profile',
      handle: (call) => verifyCredentials(store, call),
    },
    { ...at('GET', `${path}/:id`), ...reading, handle: (call) => show(store, call, call.param('id')) },
    {
      ...at('GET', `${path}/:id/statuses`),
      operation: 'list_posts',
      auth: 'none',
      scope: 'read:statuses',
      handle: (call) => listStatuses(store, call),
    },
  ];
}

/** Open to any scope that includes `profile`; `source` is only for the account itself. */
function verifyCredentials(store: Store, call: Call): PlatformResponse {
  const profile = store.profile(me(call));
  if (!profile) return notFound();
  const source = {
    privacy: 'public',
    sensitive: false,
    language: 'en',
    note: '',
    fields: [],
    follow_requests_count: 0,
    hide_collections: null,
    discoverable: true,
    indexable: false,
    quote_policy: 'public',
  };
  return json({ ...entities(store, call).account(profile), source });
}

function show(store: Store, call: Call, id: string): PlatformResponse {
  const profile = store.profile(id);
  return profile ? json(entities(store, call).account(profile)) : notFound();
}

/** `exclude_replies` keeps the account's answers to itself: they are its threads. */
function listStatuses(store: Store, call: Call): PlatformResponse {
  const id = call.param('id');
  if (!store.profile(id)) return notFound();
  const now = store.world.clock.now();
  const isWithoutReplies = isTrue(call.input('exclude_replies')) ?? false;
  const isMediaOnly = isTrue(call.input('only_media')) ?? false;
  if (isTrue(call.input('pinned'))) return json([]);
  const rows = store.statuses
    .where('author', id)
    .filter((row) => row.visible_at <= now && canSee(call.account?.platform_id, row))
    .filter((row) => !isWithoutReplies || row.in_reply_to_id === null || row.in_reply_to_account_id === id)
    .filter((row) => !isMediaOnly || row.media.length > 0);
  return pageOf(call, rows, (row) => row.id, { usual: 20, most: 40 }, entities(store, call).status);
}
