import { z } from 'zod';
import type { Recheck } from '../../core/messaging/inbox.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { goneOneByOne } from '../shared/gone.ts';
import { commentPath } from './comment-changes.ts';

/** An app in LinkedIn's development tier has 500 calls a day. */
export const recheck: Recheck = {
  itemsMax: 3,
  pauseSeconds: 3600,
  gone: (session, items) =>
    goneOneByOne(items, (id) => callLinkedIn(session, 'read', { method: 'GET', path: commentPath(id) }, z.unknown())),
};
