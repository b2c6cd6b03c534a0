import type { Call, OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { coverage } from './coverage.ts';
import { rateLimits } from './limits.ts';
import { connect } from './oauth.ts';
import { createAccount } from './people.ts';
import { platformErrors } from './problems.ts';
import { bearer, routesOf } from './routes.ts';
import { openStore } from './store.ts';
import { messageViews, postViews } from './views.ts';
import { comment, like, mention, message, read, remove, share } from './visitors.ts';

/** X, API v2. */
export const twitter: SimulatedPlatform = {
  name: 'twitter',
  displayName: 'X',
  hosts: { api: ['api.x.com', 'api.twitter.com'], www: ['x.com', 'twitter.com'] },
  coverage,
  evictable: ['posts', 'mentions', 'likes', 'uploads', 'messages', 'seats'],
  open,
};

function open(world: World): OpenPlatform {
  const store = openStore(world);
  const routes = routesOf(store);
  return {
    routes,
    errors: platformErrors(world),
    identify,
    ...rateLimits(store, routes),
    createAccount: (options) => createAccount(store, options),
    connect: (account) => connect(store, account),
    visitors: {
      comment: (action) => comment(store, action),
      mention: (action) => mention(store, action),
      message: (action) => message(store, action),
      like: (action) => like(store, action),
      share: (action) => share(store, action),
      read: (action) => read(store, action),
      delete: (action) => remove(store, action),
    },
    posts: (account) => postViews(store, account),
    messages: (account) => messageViews(store, account),
  };
}

/** The bearer token; on the token endpoints, which have none, the code or the token that is sent. */
function identify(call: Call): string | undefined {
  if (!call.path.includes('/oauth2/')) return bearer(call);
  return call.input('refresh_token') ?? call.input('code') ?? call.input('token');
}
