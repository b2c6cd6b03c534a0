import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { BlindEffect, Prepared, Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from './client.ts';
import { type Author, postBody } from './map.ts';
import { mediaReadiness, PreparedMedia, uploadAll } from './media.ts';
import { POST_URN, permalinkOf } from './urn.ts';

function authorOf({ account }: Session): Author {
  return {
    urn: `urn:li:person:${account.platformId}`,
    audiences: { public: 'PUBLIC', connections_only: 'CONNECTIONS', logged_in: 'LOGGED_IN' },
  };
}

/**
 * Class D: LinkedIn takes no key of ours, and lets next to no app read what a member has posted. It refuses the same
 * words a second time and names the post that has them, but for how long is not told, and that post may be an older one.
 */
export const publishing: BlindEffect<Content> = {
  class: 'D',
  prepare: (session, content) => uploadAll(session, content, authorOf(session).urn),
  ready: mediaReadiness,
  send: (session, content, prepared) => createPost(session, content, prepared, authorOf(session)),
};

/** The new post has no words of its own: its URN is in a header. */
export async function createPost(
  session: Session,
  content: Content,
  prepared: Prepared,
  author: Author,
): Promise<Published> {
  const json = postBody(content, author, PreparedMedia.parse(prepared).media);
  const request = { method: 'POST', path: '/rest/posts', json } as const;
  const { answer } = await callLinkedIn(session, 'effect', request, z.unknown());
  const id = (answer.headers['x-restli-id'] ?? answer.headers['x-linkedin-id'] ?? '').replace(/%3A/gi, ':');
  if (!POST_URN.test(id)) {
    throw new PlatformError('unknown', 'LinkedIn did not tell the id of the post.', { status: answer.status });
  }
  return { platformId: id, permalink: permalinkOf(id) };
}
