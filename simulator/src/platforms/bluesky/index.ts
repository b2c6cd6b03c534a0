import type { Call, OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { actorRoutes } from './actor-routes.ts';
import { blobRoutes } from './blobs.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { coverage } from './coverage.ts';
import { checkToken, errors } from './errors.ts';
import { feedRoutes } from './feed-routes.ts';
import { rateLimits } from './limits.ts';
import { notificationRoutes } from './notification-routes.ts';
import { proofs } from './oauth/dpop.ts';
import { oauthRoutes } from './oauth/oauth.ts';
import { createAccount } from './people.ts';
import { recordRoutes } from './record-routes.ts';
import { connect, sessionRoutes } from './sessions.ts';
import { openStore } from './store.ts';
import { videoRoutes } from './video-routes.ts';
import { messages, posts } from './views.ts';
import { comment, like, mention, message, reaction, remove, share } from './visitors.ts';

/** Bluesky: one PDS with its AppView and chat behind it, the video service and the PLC directory. */
export const bluesky: SimulatedPlatform = {
  name: 'bluesky',
  displayName: 'Bluesky',
  hosts: {
    pds: ['bsky.social'],
    video: ['video.bsky.app'],
    plc: ['plc.directory'],
  },
  coverage,
  evictable: ['records', 'blobs', 'notifications', 'messages', 'logs', 'jobs', 'pushed', 'used_tokens', 'code_keys'],
  open,
};

function open(world: World): OpenPlatform {
  const store = openStore(world);
  const proof = proofs(world);
  const limits = rateLimits(world);
  return {
    routes: [
      ...sessionRoutes(store),
      ...oauthRoutes(store, proof),
      ...blobRoutes(store),
      ...recordRoutes(store),
      ...feedRoutes(store),
      ...actorRoutes(store),
      ...notificationRoutes(store),
      ...chatRoutes(store),
      ...videoRoutes(store),
    ],
    errors: errors(store, proof),
    identify,
    before: (call) => checkToken(proof, call) ?? limits.before(call),
    after: (call, answer) => {
      const isDpop = call.headers.dpop !== undefined;
      const told = isDpop ? { ...answer, headers: { 'dpop-nonce': proof.nonce(), ...answer.headers } } : answer;
      return limits.after(call, told);
    },
    createAccount: (options) => createAccount(store, options),
    connect: (account) => connect(store, account),
    visitors: {
      comment: (action) => comment(store, action),
      message: (action) => message(store, action),
      mention: (action) => mention(store, action),
      like: (action) => like(store, action),
      share: (action) => share(store, action),
      reaction: (action) => reaction(store, action),
      delete: (action) => remove(store, action),
    },
    posts: (account) => posts(store, account),
    messages: (account) => messages(store, account),
  };
}

/** The token of the call; at the OAuth endpoints, which have none, the code or the refresh token that is sent. */
function identify(call: Call): string | undefined {
  if (call.path.startsWith('/oauth/')) return call.input('refresh_token') ?? call.input('code') ?? call.input('token');
  const bearer = /^(?:Bearer|DPoP) (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return bearer ?? (call.host === 'video' ? call.input('jobId') : undefined);
}
