import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { isId, ourId } from '../../../core/ids.ts';
import { compact } from '../../../lib/compact.ts';

/** The name of the worker that queues what is replayed. */
export const REPLAY_WORKER = 'replays';

export const ReplayId = z.string().min(1).max(200);
export const ReplayKind = z.enum(['failed', 'all']).meta({
  description: 'failed: deliveries that failed; all: every event that the endpoint subscribes to, delivered or not',
});
export type ReplayKind = z.infer<typeof ReplayKind>;

const ReplayStatus = z.enum(['pending', 'running', 'completed', 'cancelled', 'failed']);
export type ReplayStatus = z.infer<typeof ReplayStatus>;

export const Replay = z
  .object({
    id: ourId('rpl'),
    webhook_id: z.string(),
    kind: ReplayKind,
    status: ReplayStatus.meta({
      description: 'running: queues events or waits for their deliveries; completed: every delivery has ended',
    }),
    since: z.string().meta({ description: 'Events from this time on' }),
    until: z.string().meta({ description: 'Events before this time' }),
    event_types: z.array(z.string()).optional().meta({ description: 'Absent: every type' }),
    total: z
      .number()
      .int()
      .meta({ description: 'As counted when the replay was created; once all are queued, as many as were queued' }),
    queued: z.number().int().meta({ description: 'Deliveries that were queued so far' }),
    delivered: z.number().int(),
    failed: z.number().int().meta({ description: 'Deliveries that failed again, after all of their attempts' }),
    remaining: z.number().int().meta({ description: 'total without delivered and failed' }),
    created_at: z.string(),
    started_at: z.string().optional(),
    completed_at: z.string().optional().meta({ description: 'When it was completed or cancelled, or had failed' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'Replay', example: { delivered: 0 } });
export type Replay = z.infer<typeof Replay>;

export interface ReplayRow {
  id: string;
  endpoint_id: string;
  kind: ReplayKind;
  status: ReplayStatus;
  since: Date;
  until: Date;
  event_types: string[] | null;
  total: number;
  queued: number;
  delivered: number;
  failed: number;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

export function toReplay(row: ReplayRow, livemode: boolean): Replay {
  const { id, kind, status, queued, delivered, failed } = row;
  const total = Math.max(row.total, queued);
  return compact({
    id,
    webhook_id: row.endpoint_id,
    kind,
    status,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    event_types: row.event_types ?? undefined,
    total,
    queued,
    delivered,
    failed,
    remaining: Math.max(0, total - delivered - failed),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString(),
    completed_at: row.completed_at?.toISOString(),
    livemode,
  });
}

/** Throws 404 for a text that cannot be the id of a replay. */
export function assertReplayId(id: string): void {
  if (!isId('rpl', id)) throw notFound('replay', id);
}
