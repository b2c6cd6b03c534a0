import { html, json } from '../../core/calls/response.ts';
import type { Call, OpenPlatform, PlatformErrors, PlatformResponse, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { verifyCallback } from '../meta/callbacks.ts';
import { messageViews } from '../meta/conversations.ts';
import { errorsBeside, graphErrors } from '../meta/errors.ts';
import { removeApp } from '../meta/login.ts';
import { tokenOf } from '../meta/token.ts';
import { messagingVisitors } from '../meta/visitor-signals.ts';
import { coverage } from './coverage.ts';
import { openLimits } from './limits.ts';
import { messagingOf } from './messages/messaging.ts';
import { connect } from './oauth.ts';
import { visitorDeletes, visitorEdits } from './own-things.ts';
import { createAccount, visitorComments, visitorLikes, visitorMentions, visitorShares } from './people.ts';
import { makeRoutes } from './routes.ts';
import { type Instagram, type InstagramOptions, openStore, profileOf } from './store.ts';
import { postViews } from './views.ts';

/** Instagram API with Instagram Login. */
export const instagram: SimulatedPlatform = instagramWith({ tokenResponse: 'flat' });

export function instagramWith(options: InstagramOptions): SimulatedPlatform {
  return {
    name: 'instagram',
    displayName: 'Instagram',
    hosts: { graph: ['graph.instagram.com'], api: ['api.instagram.com'], www: ['www.instagram.com'] },
    coverage,
    evictable: ['containers', 'media', 'comments', 'messages', 'invites'],
    open: (world) => openInstagram({ world, store: openStore(world), options }),
  };
}

function openInstagram(instagram: Instagram): OpenPlatform {
  const { world } = instagram;
  const limits = openLimits(world);
  return {
    routes: makeRoutes(instagram),
    errors: errorsOf(world, limits.throttled),
    identify,
    before: limits.before,
    after: limits.after,
    createAccount: (requested) => createAccount(instagram, requested),
    connect: (account) => connect(instagram, account),
    visitors: {
      comment: (action) => visitorComments(instagram, action),
      ...messagingVisitors(messagingOf(instagram)),
      mention: (action) => visitorMentions(instagram, action),
      like: (action) => visitorLikes(instagram, action),
      share: (action) => visitorShares(instagram, action),
      edit: (action) => visitorEdits(instagram, action),
      delete: (action) => visitorDeletes(instagram, action),
    },
    removeApp: (account) => removeApp(world, account, profileOf(instagram, account).scoped_id),
    verifyCallback: (requested) => verifyCallback(world, requested),
    posts: (account) => postViews(instagram, account),
    messages: (account) => messageViews(instagram, account),
  };
}

/** The token as parameter or header; on the code exchange the code. */
function identify(call: Call): string | undefined {
  if (call.host === 'api') return call.input('code');
  if (call.host === 'www') return undefined;
  return tokenOf(call);
}

/** The three hosts speak differently: Graph envelope, flat error object, web page. */
function errorsOf(world: World, throttled: PlatformErrors['throttled']): PlatformErrors {
  const graph = { ...graphErrors(world), throttled };
  const elsewhere = (call: Call, status: number, message: string): PlatformResponse | undefined => {
    if (call.host === 'www')
      return html(`<!doctype html><html lang="en"><title>Instagram</title><p>${message}</p>`, status);
    if (call.host === 'api')
      return json({ error_type: 'OAuthException', code: status, error_message: message }, status);
    return undefined;
  };
  return errorsBeside(graph, elsewhere);
}
