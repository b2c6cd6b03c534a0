import type { CreatorInfo } from '../../core/account-abilities.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callTikTok } from './client.ts';
import { toCreatorInfo } from './map.ts';
import { Creator } from './wire.ts';

/** To be asked before every post. https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info */
export async function askCreator(session: Session): Promise<CreatorInfo> {
  const request = { method: 'POST', path: '/post/publish/creator_info/query/' } as const;
  return toCreatorInfo(await callTikTok(session, 'read', request, Creator), session.account.username);
}

const NOTHING = Creator.parse({ privacy_level_options: [] });
/** Refusals that are about posting and not about asking. */
const NOT_NOW = ['spam_risk_too_many_posts', 'spam_risk_user_banned_from_posting', 'reached_active_user_cap'];

/** The same for people to look at: that the creator may not post now is an answer. */
export async function creatorInfo(session: Session): Promise<CreatorInfo> {
  try {
    return await askCreator(session);
  } catch (error) {
    if (!(error instanceof PlatformError) || !NOT_NOW.includes(error.facts.platformCode ?? '')) throw error;
    return toCreatorInfo(NOTHING, session.account.username);
  }
}
