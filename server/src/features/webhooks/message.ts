import { newId } from '../../core/ids.ts';
import { signatureHeaders } from './signing.ts';

/** The facts of an event in its webhook message. */
export interface MessageEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
  /** JSON text, so that numbers keep their stored digits. */
  readonly data: string;
  readonly rawPayload: string | null;
}

/** The body of a message (contract, 14.3), with `type` and `timestamp` as Standard Webhooks names them. */
export function messageBody(event: MessageEvent): string {
  const createdAt = event.createdAt.toISOString();
  const head = JSON.stringify({
    event: event.type,
    id: event.id,
    created_at: createdAt,
    type: event.type,
    timestamp: createdAt,
    livemode: event.livemode,
  });
  const raw = event.rawPayload === null ? '' : `,"raw_payload":${event.rawPayload}`;
  return `${head.slice(0, -1)},"data":${event.data}${raw}}`;
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
    createdAt: new Date(),
    livemode,
    data: JSON.stringify(data),
    rawPayload: null,
  };
  return { id: event.id, type, at: event.createdAt, body: messageBody(event) };
}
