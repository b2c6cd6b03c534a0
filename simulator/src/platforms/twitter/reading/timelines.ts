import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { integer, listOf, pathId, type Query, readQuery, required, text } from '../parameters.ts';
import { personById } from '../people.ts';
import { invalidRequest, notFoundEntry } from '../problems.ts';
import { compareIds, isListed, type Post, type Store } from '../store.ts';
import { postRules, wanted } from './fields.ts';
import { renderPosts } from './includes.ts';
import { inWindow, type Page, pageOf, timelineRules } from './pages.ts';
import { candidates, matches, parseSearch, type Search, SearchMistake } from './search-query.ts';

/** X gives out the newest of a timeline only. https://docs.x.com/x-api/posts/timelines/introduction */
const ownPostsMax = 3200;
const mentionsMax = 800;
const searchDaysMs = 7 * 24 * 3_600_000;
const queryLengthMax = 512;

/** GET /2/users/:id/tweets */
export function userPosts(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, { ...timelineRules(5), ...postRules, exclude: listOf('replies', 'retweets') });
  const id = pathId(call);
  if (!personById(store, id)) return json({ errors: [notFoundEntry('user', 'id', id)] });
  const excluded = query.list('exclude');
  const posts = newestFirst(store, store.posts.where('author_id', id))
    .slice(0, ownPostsMax)
    .filter(({ reply_to }) => reply_to === '' || !excluded.includes('replies'))
    .filter(({ repost_of }) => repost_of === '' || !excluded.includes('retweets'));
  return response(store, call, query, page(query, inWindow(posts, query)));
}

/** GET /2/users/:id/mentions */
export function userMentions(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, { ...timelineRules(5), ...postRules });
  const id = pathId(call);
  if (!personById(store, id)) return json({ errors: [notFoundEntry('user', 'id', id)] });
  const posts = store.mentions.where('person_id', id).flatMap(({ target_id }) => store.posts.get(target_id) ?? []);
  const newest = newestFirst(store, posts).slice(0, mentionsMax);
  return response(store, call, query, page(query, inWindow(newest, query)));
}

/** GET /2/tweets/:id/quote_tweets */
export function quotes(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, {
    max_results: integer(10, 100),
    pagination_token: text(64),
    exclude: listOf('replies', 'retweets'),
    ...postRules,
  });
  const posts = newestFirst(store, store.posts.where('quoted', pathId(call)));
  return response(store, call, query, page(query, posts));
}

/** GET /2/tweets/search/recent: the last seven days. */
export function searchRecent(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, {
    query: text(queryLengthMax),
    ...timelineRules(10),
    next_token: text(64),
    sort_order: listOf('recency', 'relevancy'),
    ...postRules,
  });
  const search = understand(required(query, 'query'));
  const now = store.world.clock.now();
  checkTimes(store, query, now);
  const recent = newestFirst(store, candidates(store, search)).filter(
    (post) => post.created_at > now - searchDaysMs && matches(store, post, search),
  );
  return response(store, call, query, page(query, inWindow(recent, query)));
}

function understand(query: string): Search {
  try {
    return parseSearch(query);
  } catch (error) {
    if (!(error instanceof SearchMistake)) throw error;
    const message = `There were errors processing your request: ${error.message}`;
    throw invalidRequest({ name: 'query', value: query, message });
  }
}

function checkTimes(store: Store, query: Query, now: number): void {
  const minute = (at: number) => store.world.clock.iso(at).slice(0, 16).concat('Z');
  const start = query.time('start_time');
  const end = query.time('end_time');
  const reject = (name: string, rule: string) => {
    const value = query.get(name);
    throw invalidRequest({ name, value, message: `Invalid '${name}':'${value}'. ${rule}` });
  };
  if (start !== undefined && start < now - searchDaysMs)
    reject('start_time', `'start_time' must be on or after ${minute(now - searchDaysMs)}`);
  if (end !== undefined && end > now - 10_000)
    reject('end_time', `'end_time' must be a minimum of 10 seconds prior to the request time.`);
  if (start !== undefined && end !== undefined && start >= end)
    reject('end_time', `'end_time' must be after 'start_time'.`);
}

/** Tables keep rows in the order of their ids. */
function newestFirst(store: Store, posts: readonly Post[]): Post[] {
  return posts.filter((post) => isListed(store, post)).sort((a, b) => compareIds(b.id, a.id));
}

function page(query: Query, posts: readonly Post[]): Page<Post> {
  const name = query.get('next_token') === undefined ? 'pagination_token' : 'next_token';
  return pageOf(posts, query.integer('max_results', 10), { name, value: query.get(name) });
}

function response(
  store: Store,
  call: Call,
  query: Query,
  { rows, next_token, previous_token }: Page<Post>,
): PlatformResponse {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return json({ meta: { result_count: 0 } });
  const meta = {
    result_count: rows.length,
    newest_id: first.id,
    oldest_id: last.id,
    ...(next_token === undefined ? {} : { next_token }),
    ...(previous_token === undefined ? {} : { previous_token }),
  };
  return json({ ...renderPosts(store, rows, wanted(query), call.account?.platform_id ?? null), meta });
}
