import { z } from 'zod';
import type { Recheck } from '../../core/messaging/inbox.ts';
import { goneOneByOne } from '../shared/gone.ts';
import { callGoogle, reviewPath } from './client.ts';

/** The polling before it has read the location, so it is the review that is gone. */
export const recheck: Recheck = {
  itemsMax: 5,
  pauseSeconds: 300,
  gone: (session, items) =>
    goneOneByOne(items, async (id) => {
      const request = { method: 'GET', host: 'business', path: reviewPath(session, id) } as const;
      await callGoogle(session, 'read', request, z.unknown());
    }),
};
