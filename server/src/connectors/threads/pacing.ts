import type { Pacing } from '../../core/connector.ts';
import { callsLeft } from '../shared/meta/rates.ts';
import { call } from './client.ts';
import { publishingLimit } from './wire.ts';

/** The quota covers a rolling day. Older posts leave it one by one, but Threads does not say when. */
const RETRY_SECONDS = 1800;

/**
 * The posts of the rolling day that are left. Parts of a thread count as replies, which have four times the quota.
 * https://developers.facebook.com/docs/threads/overview#rate-limits
 */
export const pacing: Pacing = {
  callsLeft,
  async allowance(session) {
    const path = [session.account.platformId, 'threads_publishing_limit'];
    const query = { fields: 'quota_usage,config' };
    const { data } = await call(session, { method: 'GET', path, query, response: publishingLimit });
    const [{ quota_usage: used, config } = { quota_usage: 0, config: { quota_total: 1 } }] = data;
    return { remaining: config.quota_total - used, retryAfterSeconds: RETRY_SECONDS };
  },
};
