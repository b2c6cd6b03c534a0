import type { SimulatedPlatform } from '../../core/platform.ts';
import { accountRoutes } from './account-routes.ts';
import { coverage } from './coverage.ts';
import { errors } from './errors.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { instanceRoutes } from './instance-routes.ts';
import { isLimited, secondsUntilReset, withRateHeaders } from './limits.ts';
import { mediaRoutes } from './media-routes.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { guarded } from './oauth/scopes.ts';
import { bearer } from './own.ts';
import { connect, createAccount } from './people.ts';
import { onItsServer, serverNames } from './servers.ts';
import { statusPage } from './status-page.ts';
import { statusRoutes } from './status-routes.ts';
import { openStore } from './store.ts';
import { messages, posts } from './views.ts';
import { comment, edit, like, mention, message, remove, share } from './visitors.ts';

/** One instance for each kind of server. Business accounts live on Mastodon unless they name another, visitors elsewhere. */
export const mastodon: SimulatedPlatform = {
  name: 'mastodon',
  displayName: 'Mastodon',
  hosts: { '': [] },
  servers: serverNames,
  coverage,
  evictable: ['statuses', 'media', 'notifications', 'conversations', 'idempotency'],
  open(world) {
    const store = openStore(world);
    const failures = errors(store);
    const routes = [
      ...statusRoutes(store),
      statusPage(store),
      ...mediaRoutes(store),
      ...accountRoutes(store),
      ...inboxRoutes(store),
      ...instanceRoutes(),
      ...oauthRoutes(store),
    ];
    return {
      routes: routes.map(guarded).map(onItsServer),
      errors: failures,
      identify: (call) => bearer(call) ?? call.input('code'),
      before: (call) =>
        isLimited(store, call)
          ? failures.throttled(call, { retryAfterSeconds: secondsUntilReset(store, call) })
          : undefined,
      after: withRateHeaders,
      createAccount: (options) => createAccount(store, options),
      connect: (account) => connect(store, account),
      visitors: {
        comment: (action) => comment(store, action),
        message: (action) => message(store, action),
        mention: (action) => mention(store, action),
        like: (action) => like(store, action),
        share: (action) => share(store, action),
        edit: (action) => edit(store, action),
        delete: (action) => remove(store, action),
      },
      posts: (account) => posts(store, account),
      messages: (account) => messages(store, account),
    };
  },
};
