import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import { about, postView, threadgateOf, threadgateView } from './post-view.ts';
import { collections, newestFirst, postsOf, type RecordRow, type Store } from './store.ts';
import { invalidRequest, me, pageOf, query, required, XrpcError } from './xrpc.ts';

const urisMax = 25;
const depthMax = 1000;

/** https://docs.bsky.app/docs/api/app-bsky-feed-get-post-thread and its neighbours, by the PDS. */
export function feedRoutes(store: Store): Route[] {
  return [
    query('app.bsky.feed.getPosts', { operation: 'get_post' }, (call) => getPosts(store, call)),
    query('app.bsky.feed.getPostThread', { operation: 'list_comments' }, (call) => getPostThread(store, call)),
    query('app.bsky.feed.getAuthorFeed', { operation: 'list_posts' }, (call) => getAuthorFeed(store, call)),
  ];
}

/** A `#mention` handle in an at-URI is looked up. */
export function postAt(store: Store, uri: string): RecordRow | undefined {
  const [, authority = '', rest = ''] = /^at:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  const row = store.records.get(`at://${store.profile(authority)?.did ?? authority}/${rest}`);
  return row?.collection === collections.post ? row : undefined;
}

function getPosts(store: Store, call: Call): PlatformResponse {
  const uris = call.inputs('uris');
  if (uris.length === 0) throw invalidRequest('Params must have the property "uris"');
  if (uris.length > urisMax) throw invalidRequest(`uris must not have more than ${urisMax} elements`);
  const rows = uris.flatMap((uri) => postAt(store, uri) ?? []);
  return json({ posts: rows.map((row) => postView(store, row, me(call))) });
}

function getPostThread(store: Store, call: Call): PlatformResponse {
  const uri = required(call, 'uri');
  const depth = Math.min(Number(call.input('depth') ?? 6), depthMax);
  const height = Math.min(Number(call.input('parentHeight') ?? 80), depthMax);
  const row = postAt(store, uri);
  if (!row) throw new XrpcError(400, 'NotFound', `Post not found: ${uri}`);
  const gate = threadgateOf(store, row.root === '' ? row.uri : row.root);
  const thread = {
    ...node(store, row, me(call), depth),
    ...(row.parent === '' || height === 0 ? {} : { parent: ancestor(store, row.parent, me(call), height) }),
  };
  return json({ thread, ...(gate ? { threadgate: threadgateView(gate) } : {}) });
}

function node(store: Store, row: RecordRow, viewer: string, depth: number): object {
  const now = store.world.clock.now();
  const base = { $type: 'app.bsky.feed.defs#threadViewPost', post: postView(store, row, viewer) };
  if (depth <= 0) return { ...base, threadContext: {} };
  const replies = store.records
    .where('parent', row.uri)
    .filter(({ visible_at }) => visible_at <= now)
    .sort(newestFirst)
    .map((reply) => (isBlocked(store, reply.repo, viewer) ? blocked(reply) : node(store, reply, viewer, depth - 1)));
  return { ...base, replies, threadContext: {} };
}

function ancestor(store: Store, uri: string, viewer: string, height: number): object {
  const row = postAt(store, uri);
  if (!row) return { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true };
  if (isBlocked(store, row.repo, viewer)) return blocked(row);
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: postView(store, row, viewer),
    ...(row.parent === '' || height <= 1 ? {} : { parent: ancestor(store, row.parent, viewer, height - 1) }),
  };
}

function isBlocked(store: Store, did: string, viewer: string): boolean {
  return about(store, did, collections.block).some(({ repo }) => repo === viewer);
}

function blocked({ uri, repo }: RecordRow): object {
  return { $type: 'app.bsky.feed.defs#blockedPost', uri, blocked: true, author: { did: repo, viewer: {} } };
}

const filters = [
  'posts_with_replies',
  'posts_no_replies',
  'posts_with_media',
  'posts_and_author_threads',
  'posts_with_video',
];

function getAuthorFeed(store: Store, call: Call): PlatformResponse {
  const actor = store.profile(required(call, 'actor'));
  if (!actor) throw invalidRequest('Profile not found');
  const filter = call.input('filter') ?? 'posts_with_replies';
  if (!filters.includes(filter)) throw invalidRequest(`filter must be one of (${filters.join('|')})`);
  const now = store.world.clock.now();
  const rows = postsOf(store, actor.did)
    .filter((row) => row.visible_at <= now)
    .filter((row) => isWanted(row, filter));
  const { page, ...rest } = pageOf(call, rows, ({ rkey }) => rkey);
  const feed = page.map((row) => {
    const [root, parent] = [postAt(store, row.root), postAt(store, row.parent)];
    const view = (post: RecordRow | undefined, uri: string) =>
      post
        ? { $type: 'app.bsky.feed.defs#postView', ...postView(store, post, me(call)) }
        : { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true };
    const reply = row.parent === '' ? {} : { reply: { root: view(root, row.root), parent: view(parent, row.parent) } };
    return { post: postView(store, row, me(call)), ...reply };
  });
  return json({ feed, ...rest });
}

function isWanted({ repo, parent, root, shown }: RecordRow, filter: string): boolean {
  const embed = JSON.stringify(shown.embed ?? '');
  const isOwnThread = parent.startsWith(`at://${repo}/`) && root.startsWith(`at://${repo}/`);
  if (filter === 'posts_no_replies') return parent === '';
  if (filter === 'posts_and_author_threads') return parent === '' || isOwnThread;
  if (filter === 'posts_with_video') return embed.includes('app.bsky.embed.video');
  return filter !== 'posts_with_media' || /app\.bsky\.embed\.(images|video)/.test(embed);
}
