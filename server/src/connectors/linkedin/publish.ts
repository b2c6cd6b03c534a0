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
 * Class D: LinkedIn accepts no key and lets almost no app read a member's posts. It rejects the same text a second time
 * and names the post that has it. But the length of that window is not documented, and the named post may be an older
 * one.
 */
export const publishing: BlindEffect<Content> = {
  class: 'D',
  prepare: (session, content) => uploadAll(session, content, authorOf(session).urn),
  ready: mediaReadiness,
  send: (session, content, prepared) => createPost(session, content, prepared, authorOf(session)),
};

/** The response has no body: the URN of the new post is in a header. */
export async function createPost(
  session: Session,
  content: Content,
  prepared: Prepared,
  author: Author,
): Promise<Published> {
  const json = postBody(content, author, PreparedMedia.parse(prepared).media);
  const request = { method: 'POST', path: '/rest/posts', json } as const;
  const { response } = await callLinkedIn(session, 'effect', request, z.unknown());
  const id = (response.headers['x-restli-id'] ?? response.headers['x-linkedin-id'] ?? '').replace(/%3A/gi, ':');
  if (!POST_URN.test(id)) {
    throw new PlatformError('unknown', 'LinkedIn did not tell the id of the post.', { status: response.status });
  }
  return { platformId: id, permalink: permalinkOf(id) };
}
