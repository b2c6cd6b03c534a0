import { z } from 'zod';
import { ApiError, invalid, notFound } from '../../core/errors.ts';
import type { EventType } from '../../core/event.ts';
import { isId } from '../../core/ids.ts';
import { EVENT_TYPE_NAMES, toEventType } from '../events/index.ts';

export const WEBHOOKS_MAX = 50;

export const WebhookUrl = z
  .string()
  .min(1)
  .max(2048)
  .meta({ description: 'An https address; test keys may use https://simulator.test/receiver/NAME' });

/** Checked word by word in `toEventTypes`, so that a misspelt one gets a hint. */
export const WebhookEvents = z
  .array(z.string().meta({ wire: { type: 'string', enum: EVENT_TYPE_NAMES } }))
  .min(1, 'must name at least one event')
  .max(200);

export const WebhookId = z.string().min(1).max(200);

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_active: z.boolean(),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .optional()
    .meta({ description: 'Why it was disabled: it answered 410, or nothing but failures for five days' }),
  created_at: z.string(),
  livemode: z.boolean(),
});
export type Webhook = z.infer<typeof Webhook>;

export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  /** Encrypted; see `secretAssociatedData`. */
  secret: string;
  secret_hint: string;
  is_active: boolean;
  disabled_reason: 'gone' | 'failing' | null;
  created_at: Date;
}

export function toWebhook(row: WebhookRow, livemode: boolean): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    is_active: row.is_active,
    ...(row.disabled_reason === null ? {} : { disabled_reason: row.disabled_reason }),
    created_at: row.created_at.toISOString(),
    livemode,
  };
}

/** The associated data of an endpoint's encrypted secret. */
export function secretAssociatedData(tenantId: string, id: string): string {
  return `${tenantId}|webhook_endpoints|${id}|secret`;
}

/** The known events, each once. Throws 400 on the field `events` for others. */
export function toEventTypes(words: readonly string[]): EventType[] {
  return [...new Set(words.map((word) => toEventType('events', word)))];
}

/** Throws 404 for a text that cannot be the id of an endpoint. */
export function assertWebhookId(id: string): void {
  if (!isId('wh', id)) throw notFound('webhook', id);
}

/** Throws 400 for an address that may not be called. */
export function assertUrl(refusal: string | undefined): void {
  if (refusal !== undefined) throw invalid('url', `The url ${refusal}.`);
}

export function tooMany(): ApiError {
  const message = `There are ${WEBHOOKS_MAX} webhook endpoints already, which is the most. Delete one first.`;
  return new ApiError('conflict', message, { resource: 'webhook', max: WEBHOOKS_MAX }, 'resource.conflict');
}
