import { z } from 'zod';
import type { Recheck } from '../../core/messaging/inbox.ts';
import { callX } from './client.ts';
import { XId } from './wire.ts';

/** X counts each post that is read against the plan of the app, so few are read. */
const PAUSE_SECONDS = 6 * 3600;
const NOT_FOUND = '/problems/resource-not-found';

const Found = z.object({
  data: z.array(z.object({ id: XId })).optional(),
  errors: z.array(z.object({ type: z.string().optional(), value: z.string().optional() })).optional(),
});

/** X names each missing post; one that may not be seen has another error. https://docs.x.com/x-api/posts/get-posts-by-ids */
export const recheck: Recheck = {
  itemsMax: 25,
  pauseSeconds: PAUSE_SECONDS,

  async gone(session, items) {
    const ids = items.map(({ platformId }) => platformId).filter((id) => XId.safeParse(id).success);
    if (ids.length === 0) return [];
    const request = { method: 'GET', path: '/2/tweets', query: { ids: ids.join(',') } } as const;
    const { errors = [] } = await callX(session, 'read', request, Found);
    return errors.flatMap(({ type, value }) => (type?.endsWith(NOT_FOUND) && value !== undefined ? [value] : []));
  },
};
