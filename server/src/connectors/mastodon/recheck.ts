import { z } from 'zod';
import type { Recheck } from '../../core/messaging/inbox.ts';
import { goneOneByOne } from '../shared/gone.ts';
import { callMastodon, statusPath } from './client.ts';

/** Reading several statuses at once needs a server of 2024 or later, so each is read alone. */
export const recheck: Recheck = {
  itemsMax: 5,
  pauseSeconds: 300,
  gone: (session, items) =>
    goneOneByOne(items, (id) => callMastodon(session, 'read', { method: 'GET', path: statusPath(id) }, z.unknown())),
};
