import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { isId, ourId } from '../../core/ids.ts';
import type { DeliveryStatus } from '../../db/column-types.ts';
import { exampleData } from '../events/index.ts';
import { ATTEMPT_REASONS, type AttemptReason } from './delivery/attempt-failure.ts';
import { exampleMessage, messageBody } from './message.ts';

/** The name of the worker that sends deliveries. */
export const DELIVERY_WORKER = 'deliveries';

export const DeliveryId = z.string().min(1).max(200);
export const DeliveryStatusName = z.enum(['pending', 'success', 'failed']).meta({ id: 'DeliveryStatus' });

const exampleDelivery = {
  event_id: exampleId('evt'),
  status: 'success',
  response_status_code: 204,
  response_duration_ms: 85,
};

export const Delivery = z
  .object({
    id: ourId('dlv'),
    event_id: z
      .string()
      .optional()
      .meta({ description: 'The webhook-id of the message; absent when the event is gone' }),
    event_type: z.string(),
    status: DeliveryStatusName,
    replay_id: z.string().optional().meta({ description: 'The replay that queued it last' }),
    attempt_count: z.number().int(),
    next_attempt_at: z.string().optional().meta({ description: 'Absent while it is being sent and when it is over' }),
    response_status_code: z.number().int().optional(),
    response_duration_ms: z.number().int().optional().meta({ description: 'Milliseconds that the endpoint took' }),
    description: z.string(),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({ id: 'Delivery', example: exampleDelivery });
export type Delivery = z.infer<typeof Delivery>;

const Attempt = z
  .object({
    attempt_number: z.number().int(),
    status_code: z.number().int().optional(),
    response_body: z.string().optional().meta({ description: 'The first 64 KiB of the answer' }),
    reason: z
      .enum(ATTEMPT_REASONS)
      .optional()
      .meta({ description: 'Why the attempt failed, in one word; absent on success' }),
    error_message: z.string().optional().meta({ description: 'The reason as a sentence' }),
    duration_ms: z.number().int(),
    created_at: z.string(),
  })
  .meta({ id: 'DeliveryAttempt', example: { status_code: 204, response_body: '' } });

export const DeliveryDetail = Delivery.extend({
  endpoint_id: z.string(),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The body that is sent; absent when the event is past its retention' }),
  attempts: z.array(Attempt),
}).meta({
  id: 'DeliveryDetail',
  example: { ...exampleDelivery, payload: exampleMessage('post.published', exampleData) },
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_type: string;
  status: DeliveryStatus;
  replay_id: string | null;
  attempt: number;
  next_attempt_at: Date | null;
  response_status_code: number | null;
  response_duration_ms: number | null;
  created_at: Date;
  is_test: boolean;
  /** The fields of the event are null when it is past its retention. */
  event_id: string | null;
  summary: string | null;
  event_seq: number;
  event_created_at: Date | null;
  event_brand_id: string | null;
  /** JSON text. */
  data: string | null;
  raw_payload: string | null;
}

export interface AttemptRow {
  attempt: number;
  status_code: number | null;
  response_body: string | null;
  /** Null: the attempt succeeded. */
  reason: AttemptReason | null;
  error_message: string | null;
  duration_ms: number;
  created_at: Date;
}

export function toDelivery(row: DeliveryRow, livemode: boolean): Delivery {
  return {
    id: row.id,
    ...(row.event_id === null ? {} : { event_id: row.event_id }),
    event_type: row.event_type,
    status: row.status,
    ...(row.replay_id === null ? {} : { replay_id: row.replay_id }),
    attempt_count: row.attempt,
    ...(row.next_attempt_at === null ? {} : { next_attempt_at: row.next_attempt_at.toISOString() }),
    ...(row.response_status_code === null ? {} : { response_status_code: row.response_status_code }),
    ...(row.response_duration_ms === null ? {} : { response_duration_ms: row.response_duration_ms }),
    description: row.summary ?? '',
    created_at: row.created_at.toISOString(),
    livemode,
  };
}

export function toDeliveryDetail(row: DeliveryRow, attempts: readonly AttemptRow[], livemode: boolean): DeliveryDetail {
  return {
    ...toDelivery(row, livemode),
    endpoint_id: row.endpoint_id,
    ...payloadOf(row, livemode),
    attempts: attempts.map(toAttempt),
  };
}

/** The body is built from the event, because the message is not stored. It is the same at every attempt. */
function payloadOf(row: DeliveryRow, livemode: boolean) {
  const { event_id: id, event_created_at: createdAt, data, raw_payload: rawPayload, event_type: type } = row;
  if (id === null || createdAt === null || data === null) return {};
  const { event_seq: seq, event_brand_id: brandId } = row;
  const body = messageBody({ id, type, seq, createdAt, brandId, livemode, data, rawPayload });
  return { payload: JSON.parse(body) as Record<string, unknown> };
}

function toAttempt(row: AttemptRow): z.infer<typeof Attempt> {
  return {
    attempt_number: row.attempt,
    ...(row.status_code === null ? {} : { status_code: row.status_code }),
    ...(row.response_body === null ? {} : { response_body: row.response_body }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.error_message === null ? {} : { error_message: row.error_message }),
    duration_ms: row.duration_ms,
    created_at: row.created_at.toISOString(),
  };
}

/** Throws 404 for a text that cannot be the id of a delivery. */
export function assertDeliveryId(id: string): void {
  if (!isId('dlv', id)) throw notFound('delivery', id);
}
