import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import { me } from './access.ts';
import { pinsOf } from './pins.ts';
import type { Pinterest } from './store.ts';

/** `GET /v5/user_account`: https://developers.pinterest.com/docs/api/v5/user_account-get */
export function readUser(pinterest: Pinterest, call: Call): PlatformResponse {
  const { platform_id, username, name, picture_url, created_at } = me(call, 'user_accounts:read');
  return json({
    id: platform_id,
    username,
    account_type: 'BUSINESS',
    profile_image: picture_url,
    website_url: '',
    business_name: name,
    about: '',
    follower_count: 120 + joinedSince(platform_id, created_at, pinterest.world.clock.now()),
    following_count: 0,
    pin_count: pinsOf(pinterest, platform_id).length,
    board_count: pinterest.store.boards.where('account', platform_id).length,
    monthly_views: 340,
  });
}
