import type { Call } from '../../core/platform.ts';
import { type NodeType, project } from '../meta/node.ts';
import { compare } from '../meta/paging.ts';
import { dayMs, graphTime } from '../meta/time.ts';
import { type PostRow, profileOf, type Threads } from './store.ts';

/** https://developers.facebook.com/docs/threads/threads-media: keys without a value are left out. */
export function postType(threads: Threads, call: Call): NodeType<PostRow> {
  const { world, store } = threads;
  const isOwn = ({ author_id, account }: PostRow) => author_id === account;
  const posts = (ids: readonly string[]) => ids.flatMap((id) => store.posts.get(id) ?? []);
  const reference = (id: string | null) => (id !== null && store.posts.get(id) ? { id } : undefined);
  return {
    name: null,
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      media_product_type: () => 'THREADS',
      media_type: typeOf,
      media_url: ({ url, children }) => url || posts(children)[0]?.url || undefined,
      thumbnail_url: ({ media_type }) => (media_type === 'VIDEO' ? world.media.sample('sample.jpg') : undefined),
      permalink,
      owner: (row) => (isOwn(row) ? { id: row.author_id } : undefined),
      username: ({ username }) => username,
      text: ({ text }) => text || undefined,
      timestamp: ({ created_at }) => graphTime(created_at),
      shortcode: ({ shortcode }) => shortcode,
      children: ({ children }, options) =>
        children.length === 0
          ? undefined
          : { data: posts(children).map((child) => project(postType(threads, call), child, options.fields)) },
      alt_text: ({ alt_text }) => alt_text ?? undefined,
      link_attachment_url: ({ link_attachment }) => link_attachment ?? undefined,
      gif_url: ({ gif_url }) => gif_url ?? undefined,
      poll_attachment: (row) => pollFields(row),
      text_attachment: ({ text_attachment }) => text_attachment ?? undefined,
      topic_tag: ({ topic_tag }) => topic_tag ?? undefined,
      location_id: ({ location_id }) => location_id ?? undefined,
      allowlisted_country_codes: ({ allowlisted_country_codes: codes }) => (codes.length > 0 ? codes : undefined),
      is_spoiler_media: ({ is_spoiler }) => is_spoiler,
      is_quote_post: ({ quote_of }) => quote_of !== null,
      quoted_post: ({ quote_of }) => reference(quote_of),
      has_replies: ({ id }) => repliesTo(threads, id).length > 0,
      is_reply: ({ reply_to }) => reply_to !== null,
      is_reply_owned_by_me: (row) => (row.reply_to !== null ? isOwn(row) : undefined),
      root_post: ({ root }) => reference(root),
      replied_to: ({ reply_to }) => reference(reply_to),
      hide_status: ({ reply_to, hide_status }) => (reply_to === null ? undefined : hide_status),
      reply_audience: ({ reply_audience }) => reply_audience.toUpperCase(),
      reply_approval_status: ({ approval }) => (approval === 'approved' ? undefined : approval),
      ghost_post_status: (row) => ghostStatus(row, world.clock.now()),
      is_verified: (row) => {
        const owner = isOwn(row) ? world.accounts.get(row.account) : undefined;
        return owner ? profileOf(threads, owner).is_verified : false;
      },
      profile_picture_url: () => world.media.sample('avatar.png'),
    },
  };
}

export function permalink({ username, shortcode }: PostRow): string {
  return `https://www.threads.com/@${username}/post/${shortcode}`;
}

export function typeOf({ media_type }: PostRow): string {
  return { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' }[media_type];
}

/** Ghost posts are seen for a day. */
export function ghostStatus({ is_ghost, created_at }: PostRow, now: number): string | undefined {
  if (!is_ghost) return undefined;
  return now - created_at < dayMs ? 'ACTIVE' : 'ARCHIVED';
}

function pollFields({ poll, created_at }: PostRow): object | undefined {
  if (!poll) return undefined;
  const votes = Object.keys(poll).map((name) => [`${name}_votes_percentage`, 0]);
  const expiration_timestamp = graphTime(created_at + dayMs);
  return { ...poll, ...Object.fromEntries(votes), total_votes: 0, expiration_timestamp };
}

/** Newest first; what waits for approval is not among them. */
export function repliesTo(threads: Threads, id: string): PostRow[] {
  return visible(threads, threads.store.posts.where('reply_to', id));
}

/** All levels of a thread, newest first. */
export function conversationOf(threads: Threads, rootId: string): PostRow[] {
  return visible(threads, threads.store.posts.where('root', rootId));
}

function visible({ world }: Threads, rows: PostRow[]): PostRow[] {
  const now = world.clock.now();
  return rows
    .filter(({ visible_at, approval }) => visible_at <= now && approval === 'approved')
    .sort((a, b) => compare(b.order, a.order));
}
