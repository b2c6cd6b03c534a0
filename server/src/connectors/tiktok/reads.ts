import type { Reads } from '../../core/account-abilities.ts';
import { callTikTok } from './client.ts';
import { creatorInfo } from './creator-info.ts';
import { toOwnPost, toSummary } from './map.ts';
import { readUser } from './user.ts';
import { SHOWN_FIELDS, ShownVideos } from './wire.ts';

export const reads: Reads = {
  creatorInfo,
  summary: async (session) => toSummary(await readUser(session), session.account),

  /** Public videos only. https://developers.tiktok.com/doc/tiktok-api-v2-video-list */
  async newestPosts(session, limit) {
    const request = { method: 'POST', path: '/video/list/', query: { fields: SHOWN_FIELDS } } as const;
    const { videos } = await callTikTok(session, 'read', { ...request, json: { max_count: limit } }, ShownVideos);
    return videos.map(({ value }) => toOwnPost(value, session.account));
  },
};
