import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { listCut } from '../shared/collected.ts';
import { callGoogle, locationOf } from './client.ts';
import { isOfSort, toListed } from './map.ts';
import { type ListedPost, PostPage } from './wire.ts';

const PAGE_SIZE = 100;
const PAGES_MAX = 20;

/**
 * The newest posts of the location since a time. Google documents no order, so every page is read.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list
 */
export async function listOwn(session: Session, content: Content, since: Date): Promise<Listed[]> {
  const posts = await allPosts(session);
  return posts
    .filter((post) => post.createTime >= since && isOfSort(content, post))
    .sort((one, other) => other.createTime.getTime() - one.createTime.getTime())
    .map(toListed);
}

async function allPosts(session: Session): Promise<ListedPost[]> {
  const path = `/v4/${locationOf(session)}/localPosts`;
  const posts: ListedPost[] = [];
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query = { pageSize: PAGE_SIZE, pageToken };
    const page = await callGoogle(session, 'read', { method: 'GET', host: 'business', path, query }, PostPage);
    posts.push(...page.localPosts);
    pageToken = page.nextPageToken;
    if (!pageToken) return posts;
    if (seen.has(pageToken)) break;
    seen.add(pageToken);
  }
  throw listCut();
}
