import { z } from 'zod';
import { exampleId } from '../example.ts';
import { HELD_KINDS } from '../held.ts';
import { defineEvent } from './define-event.ts';

const HeldEvent = z
  .object({
    held_id: z.string(),
    kind: z.enum(HELD_KINDS),
    operation: z.string(),
    reason: z.enum(['sending', 'brand']),
    post_id: z.string().optional(),
    item_id: z.string().optional(),
    created_by: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    decided_by: z.object({ type: z.string(), id: z.string(), name: z.string() }).optional(),
    note: z.string().optional(),
  })
  .meta({ id: 'HeldEvent' });

const ReviewDecided = z
  .object({
    review_link_id: z.string(),
    post_id: z.string(),
    held_id: z.string().optional(),
    decision: z.enum(['approved', 'changes_requested', 'commented']),
    note: z.string().optional(),
    decided_by: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  })
  .meta({ id: 'ReviewDecided' });

const waits = {
  held_id: exampleId('held'),
  kind: 'post' as const,
  operation: 'create_post',
  reason: 'sending' as const,
  post_id: exampleId('post'),
  created_by: { type: 'key', id: exampleId('key'), name: 'Planner' },
};
const by = { decided_by: { type: 'user', id: exampleId('usr'), name: 'Ana Lima' } };

/** Events of what waits for a person. */
export const heldEvents = {
  'held.created': defineEvent('Something waits for a person', HeldEvent, () => waits),
  'held.approved': defineEvent('What waited was approved', HeldEvent, () => ({ ...waits, ...by })),
  'held.rejected': defineEvent('What waited was rejected', HeldEvent, () => ({ ...waits, ...by, note: 'Not now.' })),
  'held.changes_requested': defineEvent('Somebody asked for changes of a post that waited', HeldEvent, () => ({
    ...waits,
    ...by,
    note: 'Shorter, please.',
  })),
  'held.missed': defineEvent('A post still waited when its time came', HeldEvent, () => waits),
  'held.expired': defineEvent('A message still waited when its window closed', HeldEvent, () => ({
    ...waits,
    kind: 'message' as const,
    operation: 'send_message',
    item_id: exampleId('conv'),
  })),
  'held.withdrawn': defineEvent('What waited was withdrawn, or its post is gone', HeldEvent, () => waits),
  'review.decided': defineEvent('Somebody decided or commented by a review link', ReviewDecided, () => ({
    review_link_id: exampleId('rvw'),
    post_id: exampleId('post'),
    decision: 'commented' as const,
    note: 'May we show the new cup?',
    decided_by: { type: 'link', id: exampleId('rvw'), name: 'Carla of the café' },
  })),
};
