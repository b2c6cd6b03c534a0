import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callTikTok } from './client.ts';
import { type User, UserInfo } from './wire.ts';

const BASIC = 'open_id,avatar_url,display_name';
const OF_PROFILE = `${BASIC},username,bio_description,is_verified,profile_deep_link`;
const FIELDS = [`${OF_PROFILE},follower_count,following_count,likes_count,video_count`, OF_PROFILE, BASIC];

/**
 * A field without its scope fails the whole call, so each attempt requests fewer fields.
 * https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
 */
export async function readUser(session: Session): Promise<User> {
  for (const [index, fields] of FIELDS.entries()) {
    try {
      const request = { method: 'GET', path: '/user/info/', query: { fields } } as const;
      return (await callTikTok(session, 'read', request, UserInfo)).user;
    } catch (error) {
      const isUngranted = error instanceof PlatformError && error.facts.platformCode === 'scope_not_authorized';
      if (!isUngranted || index === FIELDS.length - 1) throw error;
    }
  }
  throw new PlatformError('forbidden', 'TikTok does not tell whose account it is.');
}
