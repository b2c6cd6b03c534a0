import type { OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { identify } from './access.ts';
import { coverage } from './coverage.ts';
import { platformErrors } from './errors.ts';
import { rateLimits } from './limits.ts';
import { connect } from './oauth.ts';
import { createAccount, visitorActs } from './people.ts';
import { makeRoutes } from './routes.ts';
import { openStore, type Pinterest } from './store.ts';
import { postViews } from './views.ts';

/** Pinterest, API v5. */
export const pinterest: SimulatedPlatform = {
  name: 'pinterest',
  displayName: 'Pinterest',
  hosts: {
    api: ['api.pinterest.com', 'api-sandbox.pinterest.com'],
    www: ['www.pinterest.com', 'pinterest.com'],
    upload: ['pinterest-media-upload.s3-accelerate.amazonaws.com'],
  },
  coverage,
  evictable: ['pins', 'uploads', 'acts'],
  open,
};

function open(world: World): OpenPlatform {
  const pinterest: Pinterest = { world, store: openStore(world) };
  return {
    routes: makeRoutes(pinterest),
    errors: platformErrors,
    identify,
    ...rateLimits(world),
    createAccount: (options) => createAccount(pinterest, options),
    connect: (account) => connect(pinterest, account),
    boards: ({ platform_id }) =>
      pinterest.store.boards.where('account', platform_id).map(({ id, name }) => ({ id, name })),
    visitors: {
      comment: (action) => visitorActs(pinterest, 'comment', action),
      like: (action) => visitorActs(pinterest, 'reaction', action),
      share: (action) => visitorActs(pinterest, 'save', action),
    },
    posts: (account) => postViews(pinterest, account),
  };
}
