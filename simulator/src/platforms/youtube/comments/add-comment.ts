import type { CommentRow, Moderation, VideoRow, Youtube } from '../store.ts';

interface NewComment {
  readonly video: VideoRow;
  readonly parent: string | null;
  readonly author: string;
  readonly text: string;
  readonly visible_at: number;
  /** Default: published. */
  readonly moderation?: Moderation;
}

/** Puts a comment under a video. Inside an effect. A response's id begins with that of its thread. */
export function addComment({ world, store }: Youtube, { video, parent, ...options }: NewComment): CommentRow {
  const now = world.clock.now();
  const row: CommentRow = {
    moderation: 'published',
    ...options,
    id: parent === null ? world.ids.text('Ugx', 23) : `${parent}.${world.ids.text('9', 21)}`,
    video: video.id,
    channel: video.channel,
    parent,
    created_at: now,
    updated_at: now,
  };
  store.comments.put(row.id, row);
  return row;
}
