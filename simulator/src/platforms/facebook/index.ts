import { html } from '../../core/calls/response.ts';
import type { Call, OpenPlatform, PlatformErrors, PlatformResponse, SimulatedPlatform } from '../../core/platform.ts';
import { verifyCallback } from '../meta/callbacks.ts';
import { messageViews } from '../meta/conversations.ts';
import { errorsBeside, graphErrors } from '../meta/errors.ts';
import { tokenOf } from '../meta/token.ts';
import { messagingVisitors } from '../meta/visitor-signals.ts';
import { coverage } from './coverage.ts';
import { connect } from './grants.ts';
import { openLimits } from './limits.ts';
import { messagingOf } from './messages/messaging.ts';
import { visitorDeletes, visitorEdits } from './own-things.ts';
import { createAccount, visitorComments, visitorLikes, visitorMentions, visitorShares } from './people.ts';
import { makeRoutes } from './routes.ts';
import { type Facebook, openStore } from './store.ts';
import { removeApp } from './user.ts';
import { postViews } from './views.ts';

/** Facebook Pages with Messenger. An account is a Page. */
export const facebook: SimulatedPlatform = {
  name: 'facebook',
  displayName: 'Facebook',
  hosts: {
    graph: ['graph.facebook.com'],
    rupload: ['rupload.facebook.com'],
    www: ['www.facebook.com'],
  },
  coverage,
  evictable: ['posts', 'photos', 'videos', 'stories', 'comments', 'messages', 'attachments'],
  open: (world) => openFacebook({ world, store: openStore(world) }),
};

const expired = {
  subcode: 463,
  isTransient: false,
  userTitle: 'Session expired',
  userMessage: 'Please log in again.',
};

function openFacebook(facebook: Facebook): OpenPlatform {
  const { world } = facebook;
  const limits = openLimits(world);
  return {
    routes: makeRoutes(facebook),
    errors: errorsOf({ ...graphErrors(world, expired), throttled: limits.throttled }),
    identify,
    before: limits.before,
    after: limits.after,
    createAccount: (options) => createAccount(facebook, options),
    connect: (account) => connect(facebook, account),
    visitors: {
      comment: (action) => visitorComments(facebook, action),
      ...messagingVisitors(messagingOf(facebook)),
      mention: (action) => visitorMentions(facebook, action),
      like: (action) => visitorLikes(facebook, action),
      share: (action) => visitorShares(facebook, action),
      edit: (action) => visitorEdits(facebook, action),
      delete: (action) => visitorDeletes(facebook, action),
    },
    removeApp: (account) => removeApp(facebook, account),
    verifyCallback: (options) => verifyCallback(world, options),
    posts: (account) => postViews(facebook, account),
    messages: (account) => messageViews(facebook, account),
  };
}

/** The token as parameter or header; on the token endpoint what is given for one. */
function identify(call: Call): string | undefined {
  if (call.host === 'www') return undefined;
  if (/\/oauth\/access_token(\?|$)/.test(call.path)) return call.input('code') ?? call.input('fb_exchange_token');
  return tokenOf(call);
}

/** The dialog answers with a page, everything else with the Graph envelope. */
function errorsOf(graph: PlatformErrors): PlatformErrors {
  const page = (call: Call, status: number, message: string): PlatformResponse | undefined =>
    call.host === 'www'
      ? html(`<!doctype html><html lang="en"><title>Facebook</title><p>${message}</p>`, status)
      : undefined;
  return errorsBeside(graph, page);
}
