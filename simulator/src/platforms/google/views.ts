import type { PostView, ReviewView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { searchUrl, shownMedia } from './posts/post-view.ts';
import { postsOf } from './posts/posts.ts';
import type { Google } from './store.ts';

const postsMax = 50;

/** The view of the simulator's page. */
export function postViews(google: Google, { platform_id }: Account): PostView[] {
  return postsOf(google, platform_id)
    .slice(0, postsMax)
    .map((row) => ({
      platform_id: row.name,
      text: row.summary,
      at: google.world.clock.iso(row.created_at),
      media: shownMedia(row),
      url: searchUrl(google, row),
      comments: [],
    }));
}

export function reviewViews({ world, store }: Google, { platform_id }: Account): ReviewView[] {
  return store.reviews
    .where('location', platform_id)
    .toSorted((one, other) => other.updated_at - one.updated_at)
    .map(({ name, reviewer, rating, comment, updated_at, reply }) => ({
      platform_id: name,
      author: reviewer,
      rating,
      text: comment,
      at: world.clock.iso(updated_at),
      ...(reply && { reply: reply.comment }),
    }));
}
