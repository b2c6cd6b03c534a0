import { escapeHtml, json } from '../../../core/calls/answer.ts';
import type { Answer, Call } from '../../../core/platform.ts';
import type { Account } from '../../../core/world/world.ts';
import { GraphError, invalidParameter, missingParameter, requireScope } from '../../meta/errors.ts';
import { compare } from '../../meta/paging.ts';
import { permalink } from '../post-node.ts';
import { postList, postsOf } from '../posts.ts';
import { checkQuota, countUse } from '../quotas.ts';
import { scopes } from '../scopes.ts';
import { profileOf, type Threads } from '../store.ts';

const daySeconds = 86_400;
/** Profiles with fewer followers are not found. */
const followersMin = 100;

/** `GET /keyword_search`: among the posts that this account can see. */
export function searchPosts(threads: Threads, call: Call): Answer {
  requireScope(call, scopes.search);
  const { platform_id } = caller(call);
  const words = required(call, 'q').toLowerCase();
  const isTag = oneOf(call, 'search_mode', ['KEYWORD', 'TAG']) === 'TAG';
  oneOf(call, 'search_type', ['TOP', 'RECENT']);
  checkDaily(threads, `search:${platform_id}`, 2200);
  const now = threads.world.clock.now();
  const rows = threads.store.posts
    .where('account', platform_id)
    .filter(({ parent, visible_at, approval }) => parent === null && visible_at <= now && approval === 'approved')
    .filter(({ text, topic_tag }) => (isTag ? topic_tag?.toLowerCase() === words : text.toLowerCase().includes(words)))
    .sort((a, b) => compare(b.order, a.order));
  return postList(threads, call, rows, 'keyword_search');
}

/** `GET /location_search`: places whose ids a post can carry. */
export function searchLocations(threads: Threads, call: Call): Answer {
  requireScope(call, scopes.locations);
  const { platform_id } = caller(call);
  const name = call.input('q') ?? '';
  if (name === '' && call.input('latitude') === undefined) throw missingParameter('q');
  checkQuota(threads, platform_id, 'location_search');
  call.effect(() => countUse(threads, platform_id, 'location_search'));
  const place = { id: '100200300400500', name: name || 'Leeds', city: 'Leeds', country: 'GB' };
  return json({ data: [{ ...place, address: '1 High Street', latitude: 53.8, longitude: -1.55, postal_code: 'LS1' }] });
}

/** `GET /profile_lookup?username=`: public profiles with at least a hundred followers. */
export function lookUpProfile(threads: Threads, call: Call): Answer {
  const account = publicProfile(threads, call);
  const { biography, is_verified, followers_count } = profileOf(threads, account);
  const posts = postsOf(threads, account.platform_id);
  const sum = (count: (post: (typeof posts)[number]) => number) => posts.reduce((all, post) => all + count(post), 0);
  return json({
    id: account.platform_id,
    username: account.username,
    name: account.name,
    profile_picture_url: account.picture_url,
    biography,
    is_verified,
    follower_count: followers_count,
    likes_count: sum(({ liked_by }) => liked_by.length),
    quotes_count: 0,
    replies_count: 0,
    reposts_count: sum(({ reposted_by }) => reposted_by.length),
    views_count: posts.length * 20,
  });
}

/** `GET /profile_posts?username=`. */
export function listProfilePosts(threads: Threads, call: Call): Answer {
  const { platform_id } = publicProfile(threads, call);
  const rows = postsOf(threads, platform_id).filter(({ reply_to }) => reply_to === null);
  return postList(threads, call, rows, 'profile_posts');
}

/** `GET /oembed?url=`: of posts of accounts here. */
export function embedPost({ store }: Threads, call: Call): Answer {
  const url = required(call, 'url').split(/[?#]/)[0] ?? '';
  const shortcode = /^https:\/\/(?:www\.)?threads\.(?:com|net)\/@[\w.]+\/post\/([\w-]+)\/?$/.exec(url)?.[1];
  const post = store.posts.all().find((row) => row.shortcode === shortcode && row.parent === null);
  if (!post) throw invalidParameter('The requested resource does not exist');
  const html = `<blockquote class="text-post-media"><a href="${escapeHtml(permalink(post))}">${escapeHtml(post.text)}</a></blockquote>`;
  return json({ version: '1.0', provider_name: 'Threads', provider_url: 'https://www.threads.com/', width: 658, html });
}

function publicProfile(threads: Threads, call: Call): Account {
  requireScope(call, scopes.discovery);
  const username = required(call, 'username').replace(/^@/, '');
  checkDaily(threads, `profiles:${caller(call).platform_id}`, 1000);
  const account = threads.world.accounts.byUsername(username);
  if (!account || profileOf(threads, account).followers_count < followersMin)
    throw invalidParameter('The profile does not exist or is not public');
  return account;
}

function caller(call: Call): Account {
  return call.account as Account;
}

function required(call: Call, name: string): string {
  const value = call.input(name);
  if (!value) throw missingParameter(name);
  return value;
}

function oneOf(call: Call, name: string, values: readonly string[]): string {
  const value = call.input(name) ?? values[0] ?? '';
  if (!values.includes(value)) throw invalidParameter(`Param ${name} must be one of {${values.join(', ')}}`);
  return value;
}

function checkDaily({ world }: Threads, key: string, limit: number): void {
  if (world.rate(key, limit, daySeconds).exceeded)
    throw new GraphError({ message: '(#613) Calls to this api have exceeded the rate limit.', code: 613, status: 429 });
}
