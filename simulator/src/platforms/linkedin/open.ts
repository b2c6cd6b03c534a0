import type { OpenPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { platformErrors } from './errors.ts';
import { connect } from './grants.ts';
import { identify } from './identify.ts';
import { before, throttledByFault } from './limits.ts';
import { createAccount } from './people/people.ts';
import {
  visitorComments,
  visitorDeletes,
  visitorEdits,
  visitorLikes,
  visitorMentions,
  visitorShares,
} from './people/visitors.ts';
import { makeRoutes } from './routes.ts';
import { type Kind, type LinkedIn, openStore } from './store.ts';
import { unwrap } from './tunnel.ts';
import { postViews } from './views.ts';

/** The behaviour of both platforms: one API, on which an account is a member or a page. */
export function openLinkedIn(world: World, kind: Kind): OpenPlatform {
  const linkedin: LinkedIn = { world, store: openStore(world), kind };
  return {
    routes: makeRoutes(linkedin),
    errors: { ...platformErrors, throttled: throttledByFault },
    identify: (call) => identify(linkedin, call),
    unwrap,
    before: before(world),
    createAccount: (options) => createAccount(linkedin, options),
    connect: (account) => connect(linkedin, account),
    visitors: {
      comment: (action) => visitorComments(linkedin, action),
      edit: (action) => visitorEdits(linkedin, action),
      delete: (action) => visitorDeletes(linkedin, action),
      like: (action) => visitorLikes(linkedin, action),
      share: (action) => visitorShares(linkedin, action),
      ...(kind === 'organization' && { mention: (action) => visitorMentions(linkedin, action) }),
    },
    posts: (account) => postViews(linkedin, account),
  };
}
