import { html, json } from '../../core/calls/response.ts';
import type { Call, OpenPlatform, PlatformErrors, PlatformResponse, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { verifyCallback } from '../meta/callbacks.ts';
import { errorsBeside, graphErrors } from '../meta/errors.ts';
import { removeApp } from '../meta/login.ts';
import { tokenOf } from '../meta/token.ts';
import { coverage } from './coverage.ts';
import { openLimits } from './limits.ts';
import { connect } from './oauth.ts';
import {
  createAccount,
  visitorDeletes,
  visitorLikes,
  visitorMentions,
  visitorReplies,
  visitorReposts,
} from './people.ts';
import { makeRoutes } from './routes.ts';
import { openStore, type Threads, type ThreadsOptions } from './store.ts';
import { postViews } from './views.ts';

export const threads: SimulatedPlatform = threadsWith({ callbackValues: 'array' });

function threadsWith(options: ThreadsOptions): SimulatedPlatform {
  return {
    name: 'threads',
    displayName: 'Threads',
    hosts: {
      graph: ['graph.threads.net', 'graph.threads.com'],
      www: ['threads.net', 'www.threads.net', 'threads.com', 'www.threads.com'],
    },
    coverage,
    evictable: ['containers', 'posts', 'uses'],
    open: (world) => openThreads({ world, store: openStore(world), options }),
  };
}

function openThreads(threads: Threads): OpenPlatform {
  const { world } = threads;
  const limits = openLimits(world);
  return {
    routes: makeRoutes(threads),
    errors: errorsOf(world, limits.throttled),
    identify,
    before: limits.before,
    after: limits.after,
    createAccount: (requested) => createAccount(threads, requested),
    connect: (account) => connect(threads, account),
    visitors: {
      comment: (action) => visitorReplies(threads, action),
      mention: (action) => visitorMentions(threads, action),
      like: (action) => visitorLikes(threads, action),
      share: (action) => visitorReposts(threads, action),
      delete: (action) => visitorDeletes(threads, action),
    },
    removeApp: (account) => removeApp(world, account, account.platform_id),
    verifyCallback: (requested) => verifyCallback(world, requested),
    posts: (account) => postViews(threads, account),
  };
}

/** The token as parameter or header; on the code exchange the code. */
function identify(call: Call): string | undefined {
  if (call.host === 'www') return undefined;
  if (isCodeExchange(call)) return call.input('code');
  return tokenOf(call);
}

function isCodeExchange({ method, path }: Call): boolean {
  return method === 'POST' && /\/oauth\/access_token(\?|$)/.test(path);
}

/** A web page, the flat error object of the code exchange, and the Graph envelope everywhere else. */
function errorsOf(world: World, throttled: PlatformErrors['throttled']): PlatformErrors {
  const graph = { ...graphErrors(world), throttled };
  const elsewhere = (call: Call, status: number, message: string): PlatformResponse | undefined => {
    if (call.host === 'www')
      return html(`<!doctype html><html lang="en"><title>Threads</title><p>${message}</p>`, status);
    if (isCodeExchange(call))
      return json({ error_type: 'OAuthException', code: status, error_message: message }, status);
    return undefined;
  };
  return errorsBeside(graph, elsewhere);
}
