import type { OpenPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { platformErrors } from './errors.ts';
import { connect } from './grants.ts';
import { identify } from './identify.ts';
import { before, throttledByFault } from './limits.ts';
import { createAccount } from './people/people.ts';
import {
  strangerComments,
  strangerDeletes,
  strangerEdits,
  strangerLikes,
  strangerMentions,
  strangerShares,
} from './people/strangers.ts';
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
    createAccount: (wish) => createAccount(linkedin, wish),
    connect: (account) => connect(linkedin, account),
    strangers: {
      comment: (action) => strangerComments(linkedin, action),
      edit: (action) => strangerEdits(linkedin, action),
      delete: (action) => strangerDeletes(linkedin, action),
      like: (action) => strangerLikes(linkedin, action),
      share: (action) => strangerShares(linkedin, action),
      ...(kind === 'organization' && { mention: (action) => strangerMentions(linkedin, action) }),
    },
    posts: (account) => postViews(linkedin, account),
  };
}
