import type { Content } from '../../core/connector.ts';
import type { Listed, ListedEffect } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { mediaReadiness, uploadAll } from '../linkedin/media.ts';
import { createPost } from '../linkedin/publish.ts';
import { encodeUrn } from '../linkedin/urn.ts';
import { proven } from '../shared/collected.ts';
import { listElements } from './client.ts';
import { authorOf, isSamePost, toListed } from './map.ts';
import { Post } from './wire.ts';

const PAGES_MAX = 10;

/** Class C: a post has no key, but an organisation's posts can be listed. */
export const publishing: ListedEffect<Content> = {
  class: 'C',
  lookupDelaysSeconds: [30, 120],
  prepare: (session, content) => uploadAll(session, content, authorOf(session.account).urn),
  ready: mediaReadiness,
  send: (session, content, prepared) => createPost(session, content, prepared, authorOf(session.account)),
  list: (session, _content, since) => listOwn(session, since),
  matches: isSamePost,
};

/**
 * The organisation's posts since a time. The list starts with the latest change, and no change is earlier than the
 * creation.
 */
async function listOwn(session: Session, since: Date): Promise<Listed[]> {
  const query = `q=author&author=${encodeUrn(authorOf(session.account).urn)}&sortBy=LAST_MODIFIED`;
  const request = { path: '/rest/posts', query, restMethod: 'FINDER' } as const;
  const isPast = (posts: readonly Post[]) =>
    posts.every(({ lastModifiedAt }) => lastModifiedAt && lastModifiedAt < since);
  const posts = proven(await listElements(session, request, Post, PAGES_MAX, isPast));
  return posts
    .filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED')
    .map(toListed)
    .filter(({ createdAt }) => createdAt >= since);
}
