import type { OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { identify } from './access.ts';
import { coverage } from './coverage.ts';
import { platformErrors } from './errors.ts';
import { checkRate } from './limits.ts';
import { connect, removeApp } from './oauth.ts';
import { createAccount, visitorActs } from './people.ts';
import { makeRoutes } from './routes.ts';
import { openStore, type TikTok } from './store.ts';
import { postViews } from './views.ts';

/** TikTok: Login Kit v2, the Content Posting API, the Display API and webhooks. */
export const tiktok: SimulatedPlatform = {
  name: 'tiktok',
  displayName: 'TikTok',
  hosts: {
    api: ['open.tiktokapis.com'],
    www: ['www.tiktok.com', 'tiktok.com'],
    upload: ['open-upload.tiktokapis.com'],
  },
  coverage,
  evictable: ['publishes', 'posts', 'acts'],
  open,
};

function open(world: World): OpenPlatform {
  const tiktok: TikTok = { world, store: openStore(world) };
  return {
    routes: makeRoutes(tiktok),
    errors: platformErrors,
    identify,
    before: (call) => checkRate(world, call),
    createAccount: (options) => createAccount(tiktok, options),
    connect: (account) => connect(tiktok, account),
    visitors: {
      comment: (action) => visitorActs(tiktok, 'comment', action),
      like: (action) => visitorActs(tiktok, 'like', action),
      share: (action) => visitorActs(tiktok, 'share', action),
    },
    removeApp: (account) => removeApp(tiktok, account),
    // The address is set in the portal, which asks it nothing.
    verifyCallback: async () => {},
    posts: (account) => postViews(tiktok, account),
  };
}
