import type { Call } from '../../core/platform.ts';
import type { PostRow, PublishRow, TikTok } from './store.ts';
import { sendPublishEvent } from './webhooks.ts';

/** The post is on its way out: from here on nobody can hold it back. Inside the effect of the call that did it. */
export function accept(
  { world, store }: TikTok,
  call: Call,
  row: PublishRow,
  durationSeconds: number | null = null,
): PublishRow {
  const id = world.ids.snowflake();
  const post: PostRow = {
    id,
    account: row.account,
    publish_id: row.id,
    kind: row.kind,
    info: row.info,
    media: row.media,
    duration_seconds: Math.round(durationSeconds ?? 0),
    created_at: world.clock.now(),
    visible_at: call.visibleAt(),
  };
  store.posts.put(id, post);
  const text = row.kind === 'video' ? row.info.title : row.info.description;
  call.record({ kind: 'post', platform_id: id, text, media: row.media });
  return { ...row, state: 'accepted', post: id };
}

export function fail(row: PublishRow, reason: string): PublishRow {
  return { ...row, state: 'failed', fail_reason: reason };
}

/** Writes the row and tells the app what became of it, each event once. Inside an effect. */
export function settle(tiktok: TikTok, row: PublishRow): PublishRow {
  const { world, store } = tiktok;
  let after = row;
  if (row.state === 'failed' && !row.is_complete_told) {
    sendPublishEvent(tiktok, row, 'failed');
    after = { ...after, is_complete_told: true };
  }
  if (isComplete(row) && !row.is_complete_told) {
    sendPublishEvent(tiktok, row, 'complete');
    after = { ...after, is_complete_told: true };
  }
  const post = store.posts.get(row.post ?? '');
  if (isComplete(row) && post && isSeen(post, world.clock.now()) && !row.is_public_told) {
    sendPublishEvent(tiktok, row, 'publicly_available');
    after = { ...after, is_public_told: true };
  }
  store.publishes.put(after.id, after);
  return after;
}

export function isComplete({ state, polls_left }: PublishRow): boolean {
  return state === 'accepted' && polls_left === 0;
}

/** Only posts for everybody are seen by the API, and they once moderation is through. */
export function isSeen({ info, visible_at }: PostRow, now: number): boolean {
  return info.privacy_level === 'PUBLIC_TO_EVERYONE' && visible_at <= now;
}
