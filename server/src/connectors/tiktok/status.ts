import type { Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callTikTok } from './client.ts';
import { toPublished } from './map.ts';
import { type Material, PublishStatus } from './wire.ts';

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export async function readStatus(session: Session, publish_id: string): Promise<PublishStatus> {
  const request = { method: 'POST', path: '/post/publish/status/fetch/', json: { publish_id } } as const;
  return await callTikTok(session, 'read', request, PublishStatus);
}

/** Temporary failures: the same post is prepared again. */
const PASSING = ['internal', 'video_pull_failed', 'photo_pull_failed'];
const ACCOUNT_FAULTS: Readonly<Record<string, PlatformError['kind']>> = {
  auth_removed: 'forbidden',
  spam_risk_user_banned_from_posting: 'forbidden',
  spam_risk_too_many_posts: 'rate_limited',
};
const ABOUT_MEDIA = /_(check|pull)_failed$/;

/** The reason why an accepted post failed. Nothing of it is visible. */
export function failureOf({ failReason = 'unknown' }: PublishStatus): PlatformError {
  const kind = PASSING.includes(failReason) ? 'unavailable' : (ACCOUNT_FAULTS[failReason] ?? 'rejected');
  const field = ABOUT_MEDIA.test(failReason) ? 'media' : failReason === 'spam_risk_text' ? 'text' : undefined;
  return new PlatformError(
    kind,
    `TikTok did not publish the post: ${failReason.slice(0, 100)}.`,
    compact({
      platformCode: failReason.slice(0, 100),
      field,
      ...(kind === 'rate_limited' ? { retryAfterSeconds: 3600 } : {}),
    }),
  );
}

/** The time that a public post waits for its id, which comes after moderation. */
const ID_WAIT_MS = 120_000;

/**
 * The post that a complete publish id has become; undefined while its id may still come. Private posts never get an id,
 * and moderation may take long. In both cases the publish id stands for the post.
 */
export function publishedOf(
  session: Session,
  { kind, isPublic, preparedAt }: Material,
  publishId: string,
  { postId }: PublishStatus,
): Published | undefined {
  const isWaiting = isPublic && session.now().getTime() - Date.parse(preparedAt) < ID_WAIT_MS;
  if (postId === undefined && isWaiting) return undefined;
  return toPublished(session.account.username, kind, postId, publishId);
}
