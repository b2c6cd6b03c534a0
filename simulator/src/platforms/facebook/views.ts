import type { CommentView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { compare } from '../meta/paging.ts';
import { isPublic, permalink, publicId } from './post-node.ts';
import type { CommentRow, Facebook, PostRow, StoryRow } from './store.ts';

/** For the simulator's page: posts, reels and stories, also those that the API still hides. */
export function postViews(facebook: Facebook, { platform_id }: Account): PostView[] {
  const { world, store } = facebook;
  const posts = store.posts
    .where('account', platform_id)
    .filter((post) => post.place !== 'tagged')
    .map((post) => ({ order: post.order, view: postView(facebook, post) }));
  const stories = store.stories.where('account', platform_id).map((story) => ({
    order: story.order,
    view: {
      platform_id: story.id,
      text: '[story]',
      at: world.clock.iso(story.created_at),
      media: storyMedia(facebook, story),
      comments: [],
    },
  }));
  return [...posts, ...stories]
    .sort((a, b) => compare(b.order, a.order))
    .slice(0, 50)
    .map(({ view }) => view);
}

function postView(facebook: Facebook, post: PostRow): PostView {
  const { world, store } = facebook;
  const photos = post.photos.flatMap((id) => store.photos.get(id) ?? []);
  const video = store.videos.get(post.video ?? '');
  const isHidden = !isPublic(post, world.clock.now());
  return {
    platform_id: publicId(post),
    text: isHidden ? `[not public] ${post.message}` : post.message,
    at: world.clock.iso(post.created_at),
    media: [
      ...photos.map(({ url, alt_text }) => ({ type: 'image', url, ...(alt_text !== null && { alt: alt_text }) })),
      ...(video ? [{ type: 'video', url: video.url }] : []),
    ],
    url: permalink(facebook, post),
    comments: store.comments.where('post_id', post.id).map((row) => commentView(facebook, row)),
  };
}

function storyMedia({ store }: Facebook, { media_type, media_id }: StoryRow) {
  const url = (media_type === 'video' ? store.videos : store.photos).get(media_id)?.url ?? '';
  return url === '' ? [] : [{ type: media_type === 'video' ? 'video' : 'image', url }];
}

function commentView({ world }: Facebook, row: CommentRow): CommentView {
  return {
    platform_id: row.id,
    parent_id: row.parent_id,
    author: row.from_name,
    own: row.from_id === row.account,
    text: row.message,
    at: world.clock.iso(row.created_at),
    hidden: row.is_hidden,
  };
}
