import type { Listed } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { proven } from '../shared/collected.ts';
import { collectPages, nextCursor } from '../shared/meta/paging.ts';
import { wholeSeconds } from '../shared/whole-seconds.ts';
import { call } from './client.ts';
import { toListed } from './map.ts';
import { MEDIA_FIELDS, mediaPage } from './wire.ts';

/**
 * The account's newest posts since a time, or its replies to one post or reply. Reposts are omitted, because they have
 * no text of their own.
 */
export async function listOwn(session: Session, since: Date, replyTo: string | undefined): Promise<Listed[]> {
  const sinceSeconds = wholeSeconds(since);
  const path = [session.account.platformId, replyTo === undefined ? 'threads' : 'replies'];
  const query = { fields: MEDIA_FIELDS, since: sinceSeconds, limit: 50 };
  const found = await collectPages(
    (position) => call(session, { method: 'GET', path, query: { ...query, ...position }, response: mediaPage }),
    { positionAfter: nextCursor },
  );
  return proven(found)
    .filter(({ media_type }) => media_type !== 'REPOST_FACADE')
    .filter((media) => (replyTo === undefined ? !isReply(media) : media.replied_to?.id === replyTo))
    .map(toListed)
    .filter(({ createdAt }) => createdAt.getTime() >= sinceSeconds * 1000);
}

function isReply(media: { is_reply?: boolean | undefined; replied_to?: unknown }): boolean {
  return media.is_reply === true || media.replied_to !== undefined;
}
