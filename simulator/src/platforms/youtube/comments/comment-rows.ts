import type { CommentRow, Moderation, Youtube } from '../store.ts';

/** The visible comments of a video, oldest first. */
export function commentsOn(youtube: Youtube, video: string): CommentRow[] {
  return visible(youtube, youtube.store.comments.where('video', video));
}

/** The visible comments on all videos of a channel, oldest first. */
export function commentsOf(youtube: Youtube, channel: string): CommentRow[] {
  return visible(youtube, youtube.store.comments.where('channel', channel));
}

/** The responses in a thread that are published or have this status too, oldest first. */
export function repliesTo(youtube: Youtube, thread: string, status: Moderation = 'published'): CommentRow[] {
  const rows = visible(youtube, youtube.store.comments.where('parent', thread));
  return rows.filter(({ moderation }) => moderation === 'published' || moderation === status);
}

function visible({ world }: Youtube, rows: CommentRow[]): CommentRow[] {
  const now = world.clock.now();
  return rows.filter(({ visible_at }) => visible_at <= now).sort((a, b) => a.created_at - b.created_at);
}

/** What answers it goes with it. Inside an effect. */
export function removeComment({ store }: Youtube, { id }: CommentRow): void {
  store.comments.delete(id);
  for (const reply of store.comments.where('parent', id)) store.comments.delete(reply.id);
}
