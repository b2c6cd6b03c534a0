import { z } from 'zod';
import type { Pacing } from '../../core/connector.ts';
import { call } from './client.ts';

/** A rolling day: places come back as older posts leave it, but Instagram does not say when. */
const RETRY_SECONDS = 1800;

const Limit = z.object({
  data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) })).min(1),
});

/** Instagram says how many posts of the rolling day are taken; the total is read, as its pages differ on it. */
export const pacing: Pacing = {
  async allowance(session) {
    const { data } = await call(session, {
      method: 'GET',
      path: [session.account.platformId, 'content_publishing_limit'],
      query: { fields: 'quota_usage,config' },
      answer: Limit,
    });
    const [{ quota_usage: used, config } = { quota_usage: 0, config: { quota_total: 1 } }] = data;
    return { remaining: config.quota_total - used, retryAfterSeconds: RETRY_SECONDS };
  },
};
