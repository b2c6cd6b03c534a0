import type { PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import type { ActRow, PostRow, TikTok } from './store.ts';

const postsMax = 50;

export function countActs({ store }: TikTok, post: string): Record<ActRow['kind'], number> {
  const counts = { like: 0, share: 0, comment: 0 };
  for (const { kind } of store.acts.where('post', post)) counts[kind] += 1;
  return counts;
}

export function addressOf({ world }: TikTok, { account, kind, id }: PostRow): string {
  return `https://www.tiktok.com/@${world.accounts.get(account)?.username ?? ''}/${kind}/${id}`;
}

/** The view of the simulator's page, with private posts. */
export function postViews(tiktok: TikTok, { platform_id }: Account): PostView[] {
  const { world, store } = tiktok;
  return store.posts
    .where('account', platform_id)
    .reverse()
    .slice(0, postsMax)
    .map((post) => ({
      platform_id: post.id,
      text: [post.info.title, post.info.description].filter(Boolean).join('\n\n'),
      at: world.clock.iso(post.created_at),
      media: post.media,
      url: addressOf(tiktok, post),
      comments: store.acts
        .where('post', post.id)
        .filter(({ kind }) => kind === 'comment')
        .map(({ id, person, text, at }) => ({
          platform_id: id,
          parent_id: null,
          author: person,
          own: false,
          text,
          at: world.clock.iso(at),
        })),
    }));
}
