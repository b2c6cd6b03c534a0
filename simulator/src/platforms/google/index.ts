import type { OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { identify } from './access.ts';
import { coverage } from './coverage.ts';
import { platformErrors } from './errors.ts';
import { limitCalls } from './limits.ts';
import { connect } from './oauth.ts';
import { createAccount } from './people.ts';
import { visitorDeletes, visitorEdits, visitorReviews } from './reviews/write-review.ts';
import { makeRoutes } from './routes.ts';
import { type Google, openStore } from './store.ts';
import { postViews, reviewViews } from './views.ts';

/** Google Business Profile: local posts and reviews. */
export const google: SimulatedPlatform = {
  name: 'google',
  displayName: 'Google Business',
  hosts: {
    www: ['accounts.google.com'],
    oauth: ['oauth2.googleapis.com'],
    accounts: ['mybusinessaccountmanagement.googleapis.com'],
    information: ['mybusinessbusinessinformation.googleapis.com'],
    business: ['mybusiness.googleapis.com'],
    performance: ['businessprofileperformance.googleapis.com'],
  },
  coverage,
  evictable: ['posts', 'reviews'],
  open,
};

function open(world: World): OpenPlatform {
  const google: Google = { world, store: openStore(world) };
  return {
    routes: makeRoutes(google),
    errors: platformErrors,
    identify: (call) => identify(google, call),
    before: (call) => limitCalls(world, call),
    createAccount: (options) => createAccount(google, options),
    connect: (account) => connect(google, account),
    // Nobody can comment on a local post.
    visitors: {
      review: ({ account, text, rating = 0, username, visibleAt }) =>
        visitorReviews(google, { location: account.platform_id, rating, text, username, visibleAt }),
      edit: (action) => visitorEdits(google, action),
      delete: (action) => visitorDeletes(google, action),
    },
    posts: (account) => postViews(google, account),
    reviews: (account) => reviewViews(google, account),
  };
}
