import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { me } from './access.ts';
import { ok, TikTokError } from './errors.ts';
import type { TikTok } from './store.ts';

export const videoSecondsMax = 600;
const dayMs = 86_400_000;
/** Between 15 and 25 over all apps, by what was seen. */
const postsOfDayMax = 25;

/** A private account shows its posts to followers at most. Here it is one whose name says so. */
export function privacyOptions({ username }: Account): readonly string[] {
  const widest = username.startsWith('private') ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE';
  return [widest, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}

/** Rejects the account that has posted as often as TikTok likes in a day. */
export function checkDay({ world, store }: TikTok, account: string): void {
  if (!world.settings.rate_limits) return;
  const since = world.clock.now() - dayMs;
  const posts = store.posts.where('account', account).filter(({ created_at }) => created_at > since);
  if (posts.length >= postsOfDayMax)
    throw new TikTokError(403, 'spam_risk_too_many_posts', 'The daily post cap from the API is reached for the user.');
}

/** `POST /v2/post/publish/creator_info/query/`. */
export function readCreatorInfo(tiktok: TikTok, call: Call): PlatformResponse {
  const account = me(call, 'video.publish');
  checkDay(tiktok, account.platform_id);
  return ok({
    creator_avatar_url: account.picture_url,
    creator_username: account.username,
    creator_nickname: account.name,
    privacy_level_options: privacyOptions(account),
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: account.username.startsWith('private'),
    max_video_post_duration_sec: videoSecondsMax,
  });
}
