import type { CreatorInfo } from '../../core/account-abilities.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callTikTok } from './client.ts';
import { toCreatorInfo } from './map.ts';
import { Creator } from './wire.ts';

/**
 * TikTok requires this call before every post.
 * https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 */
export async function readCreator(session: Session): Promise<CreatorInfo> {
  const request = { method: 'POST', path: '/post/publish/creator_info/query/' } as const;
  return toCreatorInfo(await callTikTok(session, 'read', request, Creator), session.account.username);
}

const NOTHING = Creator.parse({ privacy_level_options: [] });
/** Rejections that concern posting and not this read. */
const NOT_NOW = ['spam_risk_too_many_posts', 'spam_risk_user_banned_from_posting', 'reached_active_user_cap'];

/** The same for display: a creator who may not post now is a normal result. */
export async function creatorInfo(session: Session): Promise<CreatorInfo> {
  try {
    return await readCreator(session);
  } catch (error) {
    if (!(error instanceof PlatformError) || !NOT_NOW.includes(error.facts.platformCode ?? '')) throw error;
    return toCreatorInfo(NOTHING, session.account.username);
  }
}
