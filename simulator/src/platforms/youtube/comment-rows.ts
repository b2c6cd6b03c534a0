import type { CommentRow, Youtube } from './store.ts';

/** The visible comments of a video, oldest first. */
export function commentsOn({ world, store }: Youtube, video: string): CommentRow[] {
  const now = world.clock.now();
  return store.comments.where('video', video).filter(({ visible_at }) => visible_at <= now);
}

/** The answers in a thread, oldest first. */
export function repliesTo({ world, store }: Youtube, thread: string): CommentRow[] {
  const now = world.clock.now();
  const rows = store.comments.where('parent', thread);
  return rows.filter(({ visible_at, moderation }) => visible_at <= now && moderation === 'published');
}
