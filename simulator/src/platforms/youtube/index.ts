import type { OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { identify } from './access.ts';
import { coverage } from './coverage.ts';
import { platformErrors } from './errors.ts';
import { connect } from './oauth.ts';
import { createAccount, visitorComments, visitorDeletes, visitorEdits, visitorLikes } from './people.ts';
import { limitCalls } from './quota.ts';
import { makeRoutes } from './routes.ts';
import { openStore, type Youtube } from './store.ts';
import { postViews } from './views.ts';

/** YouTube: videos and the comments on them. */
export const youtube: SimulatedPlatform = {
  name: 'youtube',
  displayName: 'YouTube',
  // The simulated Google Business has the names of the hosts of Google's login.
  hosts: { www: [], oauth: [], api: ['youtube.googleapis.com'] },
  coverage,
  evictable: ['videos', 'sessions', 'comments', 'items'],
  open,
};

function open(world: World): OpenPlatform {
  const youtube: Youtube = { world, store: openStore(world) };
  return {
    routes: makeRoutes(youtube),
    errors: platformErrors,
    identify,
    before: (call) => limitCalls(world, call),
    createAccount: (options) => createAccount(youtube, options),
    connect: (account) => connect(youtube, account),
    visitors: {
      comment: (action) => visitorComments(youtube, action),
      like: (action) => visitorLikes(youtube, action),
      edit: (action) => visitorEdits(youtube, action),
      delete: (action) => visitorDeletes(youtube, action),
    },
    posts: (account) => postViews(youtube, account),
  };
}
