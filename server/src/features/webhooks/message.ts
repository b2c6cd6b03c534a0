import { z } from 'zod';
import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { newId } from '../../core/ids.ts';
import { eventFields, exampleData, toEvent } from '../events/index.ts';
import { signatureHeaders } from './signing.ts';

/** The facts of an event in its webhook message. */
export interface MessageEvent {
  readonly id: string;
  readonly type: string;
  /** null: a ping or test, which stands in no log. */
  readonly seq: number | null;
  readonly createdAt: Date;
  readonly brandId: string | null;
  readonly livemode: boolean;
  /** JSON text, so that numbers keep their stored digits. */
  readonly data: string;
  readonly rawPayload: string | null;
}

/** The body of a message: the event, and beside it what older receivers read (contract, 14.3). */
export const MessageBody = z
  .object({
    ...eventFields,
    seq: eventFields.seq.nullable().meta({
      description: 'Counts the events of the tenant without gaps; null: a ping or test, which stands in no log',
    }),
    event: z.string().meta({ description: 'The older name of type' }),
    timestamp: z.string().meta({ description: 'The same as created_at, by its name in Standard Webhooks' }),
    raw_payload: z
      .unknown()
      .optional()
      .meta({ description: "The platform's own payload, when the event comes from it" }),
  })
  .meta({ id: 'WebhookMessage', example: { event: 'post.published', type: 'post.published', data: exampleData } });

/** The body of a message as JSON text. An event has the same body at every attempt. */
export function messageBody({ createdAt, brandId, livemode, rawPayload, ...facts }: MessageEvent): string {
  const { data, ...event } = toEvent({ ...facts, created_at: createdAt, brand_id: brandId }, livemode);
  const head = JSON.stringify({ event: event.type, timestamp: event.created_at, ...event });
  const raw = rawPayload === null ? '' : `,"raw_payload":${rawPayload}`;
  return `${head.slice(0, -1)},"data":${data}${raw}}`;
}

/** The body of a message about an invented event. */
export function exampleMessage(type: string, data: object): Record<string, unknown> {
  const facts = { id: exampleId('evt'), brandId: exampleId('brand'), seq: 42, livemode: true, rawPayload: null };
  return JSON.parse(messageBody({ ...facts, type, createdAt: new Date(EXAMPLE_AT), data: JSON.stringify(data) }));
}

export interface MessageHead {
  /** The event's id. */
  readonly id: string;
  readonly type: string;
  /** Absent on pings and tests. */
  readonly deliveryId?: string;
  /** When this attempt is made. */
  readonly at: Date;
}

/** The content of each header of a message. */
export const MESSAGE_HEADERS = {
  'content-type': 'application/json',
  'webhook-id': 'The id of the event, the same at every attempt and every replay',
  'webhook-timestamp': 'Unix seconds of this attempt',
  'webhook-signature':
    'v1, and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); during a rotation one for each secret, with a space between',
  'x-socialapi-event': 'The type of the event',
  'x-socialapi-signature': 'sha256= and the hex HMAC-SHA256 of the body; the older signature',
  'x-socialapi-signature-v2': 'sha256= and the hex HMAC-SHA256 of `<timestamp>.<body>`',
  'x-socialapi-signature-next': 'During a rotation: the older signature with the new secret',
  'x-socialapi-signature-v2-next': 'During a rotation: the timed signature with the new secret',
  'x-socialapi-timestamp': 'The same as webhook-timestamp',
  'x-socialapi-delivery': 'The id of the delivery, the same at every attempt; absent on pings and tests',
} as const;

/**
 * Both families of headers: Standard Webhooks and the compatible one (contract, decisions). `previousSecrets`: as
 * `signatureHeaders` takes them.
 */
export function messageHeaders(
  secret: string,
  head: MessageHead,
  body: string,
  previousSecrets: readonly string[] = [],
): Record<string, string> {
  const timestamp = Math.floor(head.at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'webhook-id': head.id,
    'webhook-timestamp': String(timestamp),
    ...signatureHeaders(secret, previousSecrets, { id: head.id, timestamp, body }),
    'x-socialapi-event': head.type,
    'x-socialapi-timestamp': String(timestamp),
    ...(head.deliveryId === undefined ? {} : { 'x-socialapi-delivery': head.deliveryId }),
  };
}

/** A message that belongs to no event of the log: a ping or a test. */
export function testMessage(type: string, data: Record<string, unknown>, livemode: boolean) {
  const event = {
    id: newId('evt'),
    type,
    seq: null,
    createdAt: new Date(),
    brandId: null,
    livemode,
    data: JSON.stringify(data),
    rawPayload: null,
  };
  return { id: event.id, type, at: event.createdAt, body: messageBody(event) };
}
