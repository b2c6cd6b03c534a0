import { json } from '../../core/calls/response.ts';
import type { Call, Route } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { notFound } from './errors.ts';

/** A server that speaks Mastodon's API, as far as its software differs from Mastodon. */
interface Server {
  readonly software: string;
  /** As its description of the instance says it. */
  readonly version: string;
  /** A repeated `Idempotency-Key` gives the first status again. */
  readonly keepsKeys: boolean;
  readonly rendersMarkdown: boolean;
  /** Paths of routes that it does not have. */
  readonly lacks: readonly string[];
}

const mastodonServer: Server = {
  software: 'mastodon',
  version: '4.5.0',
  keepsKeys: true,
  rendersMarkdown: false,
  lacks: [],
};

/** By the name that the control API takes. Everything that is published there is on the same ledger. */
const servers: Readonly<Record<string, Server>> = {
  mastodon: mastodonServer,
  /** https://github.com/superseriousbusiness/gotosocial/issues/2723: the key is ignored. Markdown is a user's setting. */
  gotosocial: {
    ...mastodonServer,
    software: 'gotosocial',
    version: '0.16.0 git-1a2b3c4',
    keepsKeys: false,
    rendersMarkdown: true,
    lacks: ['/api/v1/conversations'],
  },
  /** No certain software: the least that such servers have in common. */
  minimal: {
    ...mastodonServer,
    software: 'minimal',
    version: '2.7.2 (compatible; Minimal 0.1)',
    keepsKeys: false,
    rendersMarkdown: true,
    lacks: ['/api/v1/conversations', '/api/v1/statuses/:id/source', '/api/v2/instance', '/nodeinfo/2.0'],
  },
};

export const serverNames = Object.keys(servers);

/** The server that the account lives on. */
export function serverOf(account: Account | null | undefined): Server {
  return servers[account?.server ?? ''] ?? mastodonServer;
}

/** The route, missing for accounts on servers that do not have it. */
export function onItsServer(route: Route): Route {
  return {
    ...route,
    handle: (call) => (serverOf(call.account).lacks.includes(route.path) ? notFound() : route.handle(call)),
  };
}

/** https://nodeinfo.diaspora.software/schema.html */
export function nodeInfo(call: Call) {
  const { software: name, version } = serverOf(call.account);
  return json({
    version: '2.0',
    software: { name, version },
    protocols: ['activitypub'],
    services: { outbound: [], inbound: [] },
    usage: { users: { total: 1, activeMonth: 1, activeHalfyear: 1 }, localPosts: 0 },
    openRegistrations: false,
    metadata: {},
  });
}
