import type { Call } from '../../core/platform.ts';
import { type NodeType, project } from '../meta/node.ts';
import { nestedList } from '../meta/paging.ts';
import { graphTime } from '../meta/time.ts';
import { edgePath } from '../meta/versions.ts';
import { commentType, topLevelComments } from './comment-node.ts';
import type { Instagram, MediaRow } from './store.ts';

/** https://developers.facebook.com/docs/instagram-platform/reference/instagram-media */
export function mediaType(instagram: Instagram, call: Call): NodeType<MediaRow> {
  const { store } = instagram;
  return {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      caption: (row) => (row.parent === null && row.caption !== '' ? row.caption : undefined),
      media_type: (row) => row.media_type,
      media_product_type: (row) => (row.parent === null ? row.product : undefined),
      media_url: (row) => mediaUrl(instagram, row),
      thumbnail_url: (row) => row.thumbnail_url ?? undefined,
      permalink,
      shortcode: (row) => row.shortcode,
      timestamp: (row) => graphTime(row.created_at),
      username: (row) => row.username,
      owner: ({ account }) => ({ id: account }),
      alt_text: (row) => row.alt_text ?? undefined,
      like_count: ({ liked_by }) => liked_by?.length ?? 0,
      comments_count: (row) => visibleComments(instagram, row).length,
      is_comment_enabled: (row) => row.comments_enabled,
      is_shared_to_feed: (row) => (row.product === 'REELS' ? row.share_to_feed : undefined),
      view_count: (row) => (row.media_type === 'VIDEO' ? 0 : undefined),
      saved_count: () => 0,
      shares_count: ({ shared_by }) => shared_by?.length ?? 0,
      reposts_count: () => 0,
      children: (row, options) => {
        if (row.media_type !== 'CAROUSEL_ALBUM') return undefined;
        const rows = row.children.map((id) => store.media.get(id)).filter((child) => child !== undefined);
        return { data: rows.map((child) => project(mediaType(instagram, call), child, options.fields)) };
      },
      comments: (row, options) =>
        nestedList(
          call,
          {
            rows: topLevelComments(instagram, row.id),
            direction: 'newest first',
            map: (comment) => project(commentType(instagram, call), comment, options.fields),
            limitMax: 50,
            path: edgePath(call, row.id, 'comments'),
          },
          options,
        ),
    },
  };
}

export function permalink({ product, shortcode, username, id }: MediaRow): string {
  if (product === 'STORY') return `https://www.instagram.com/stories/${username}/${storyNumber(id)}`;
  return `https://www.instagram.com/${product === 'REELS' ? 'reel' : 'p'}/${shortcode}/`;
}

/** Stories are addressed by a number of their own, which starts with a 3. */
function storyNumber(id: string): string {
  return `3${id.slice(1)}`;
}

/** An album shows its first item. */
function mediaUrl({ store }: Instagram, row: MediaRow): string | undefined {
  return row.url || store.media.get(row.children[0] ?? '')?.url || undefined;
}

function visibleComments({ world, store }: Instagram, { id }: MediaRow) {
  const now = world.clock.now();
  return store.comments.where('media_id', id).filter(({ visible_at }) => visible_at <= now);
}
