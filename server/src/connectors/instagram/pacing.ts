import { z } from 'zod';
import type { Pacing } from '../../core/connector.ts';
import { callsLeft } from '../shared/meta/rates.ts';
import { call } from './client.ts';

/** The quota covers a rolling day. Older posts leave it one by one, but Instagram does not say when. */
const RETRY_SECONDS = 1800;

const Limit = z.object({
  data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) })).min(1),
});

/**
 * The used and the total number of posts of the rolling day. The total is read, because the documentation gives
 * different numbers.
 */
export const pacing: Pacing = {
  callsLeft,
  async allowance(session) {
    const { data } = await call(session, {
      method: 'GET',
      path: [session.account.platformId, 'content_publishing_limit'],
      query: { fields: 'quota_usage,config' },
      response: Limit,
    });
    const [{ quota_usage: used, config } = { quota_usage: 0, config: { quota_total: 1 } }] = data;
    return { remaining: config.quota_total - used, retryAfterSeconds: RETRY_SECONDS };
  },
};
