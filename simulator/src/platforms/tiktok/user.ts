import type { Call, PlatformResponse } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import { me } from './access.ts';
import { invalid, notAuthorized, ok } from './errors.ts';
import { seenPosts } from './posts.ts';
import type { TikTok } from './store.ts';
import { countActs } from './views.ts';

/** Which scope shows which field. https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
const scopeOf: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  bio_description: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

/** `GET /v2/user/info/?fields=`. */
export function readUser(tiktok: TikTok, call: Call): PlatformResponse {
  const account = me(call, 'user.info.basic');
  const names = (call.input('fields') ?? '').split(',').filter(Boolean);
  if (names.length === 0) throw invalid('The fields are missing.');
  for (const name of names) {
    const scope = scopeOf[name];
    if (scope === undefined) throw invalid(`The field ${name} is not known.`);
    if (!call.token?.scopes.includes(scope)) throw notAuthorized(scope);
  }
  const posts = seenPosts(tiktok, account.platform_id);
  const { picture_url, username } = account;
  const all: Record<string, unknown> = {
    open_id: account.platform_id,
    union_id: `union-${account.platform_id}`,
    avatar_url: picture_url,
    avatar_url_100: picture_url,
    avatar_large_url: picture_url,
    display_name: account.name,
    username,
    profile_deep_link: `https://vm.tiktok.com/${username}`,
    bio_description: '',
    is_verified: false,
    follower_count: 120 + joinedSince(account.platform_id, account.created_at, tiktok.world.clock.now()),
    following_count: 3,
    likes_count: posts.reduce((sum, post) => sum + countActs(tiktok, post.id).like, 0),
    video_count: posts.length,
  };
  return ok({ user: Object.fromEntries(names.map((name) => [name, all[name]])) });
}
