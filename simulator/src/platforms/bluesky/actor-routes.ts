import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import { didDocument } from './people.ts';
import { about, authorView } from './post-view.ts';
import { collections, type Profile, postsOf, type Store } from './store.ts';
import { invalidRequest, me, query, required } from './xrpc.ts';

/** Profiles, handles and DID documents. */
export function actorRoutes(store: Store): Route[] {
  return [
    query('app.bsky.actor.getProfile', { operation: 'profile' }, (call) => getProfile(store, call)),
    query('com.atproto.identity.resolveHandle', { operation: 'profile', auth: 'none' }, (call) =>
      resolveHandle(store, call),
    ),
    {
      method: 'GET',
      host: 'plc',
      path: '/:did',
      operation: 'profile',
      auth: 'none',
      handle: (call) => readDocument(store, call),
    },
  ];
}

function getProfile(store: Store, call: Call): PlatformResponse {
  const profile = store.profile(required(call, 'actor'));
  if (!profile) throw invalidRequest('Profile not found');
  return json(detailed(store, profile, me(call)));
}

/** `app.bsky.actor.defs#profileViewDetailed` */
function detailed(store: Store, { did, created_at }: Profile, viewer: string): object {
  const follows = store.records.where('shelf', `${did}/${collections.follow}`).length;
  return {
    ...authorView(store, did, viewer),
    description: '',
    followersCount: about(store, did, collections.follow).length,
    followsCount: follows,
    postsCount: postsOf(store, did).length,
    indexedAt: store.world.clock.iso(created_at),
  };
}

function resolveHandle(store: Store, call: Call): PlatformResponse {
  const handle = required(call, 'handle').toLowerCase();
  const profile = handle.startsWith('did:') ? undefined : store.profile(handle);
  if (!profile) throw invalidRequest('Unable to resolve handle');
  return json({ did: profile.did });
}

/** https://web.plc.directory/api/redoc#operation/ResolveDid */
function readDocument(store: Store, call: Call): PlatformResponse {
  const did = call.param('did');
  const profile = did.startsWith('did:') ? store.profile(did) : undefined;
  if (!profile) return json({ message: `DID not registered: ${did}` }, 404);
  return { status: 200, body: didDocument(call, profile), contentType: 'application/did+ld+json; charset=utf-8' };
}
