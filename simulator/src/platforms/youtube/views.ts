import type { PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { commentsOn } from './comments/comment-rows.ts';
import type { Youtube } from './store.ts';
import { videosOf } from './video-rows.ts';

const postsMax = 50;

/** The view of the simulator's page. */
export function postViews(youtube: Youtube, { platform_id }: Account): PostView[] {
  const { world, store } = youtube;
  const nameOf = (id: string) => world.accounts.get(id)?.username ?? store.people.get(id)?.username ?? '';
  return videosOf(youtube, platform_id)
    .slice(0, postsMax)
    .map(({ id, snippet, url, created_at }) => ({
      platform_id: id,
      text: [snippet.title, snippet.description].filter(Boolean).join('\n\n'),
      at: world.clock.iso(created_at),
      media: [{ type: 'video', url }],
      url: `https://www.youtube.com/watch?v=${id}`,
      comments: commentsOn(youtube, id).map((row) => ({
        platform_id: row.id,
        parent_id: row.parent,
        author: nameOf(row.author),
        own: row.author === platform_id,
        text: row.text,
        at: world.clock.iso(row.created_at),
        hidden: row.moderation !== 'published',
      })),
    }));
}
