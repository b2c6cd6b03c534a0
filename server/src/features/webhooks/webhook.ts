import { parseUrl } from '@hubbub/guarded-http';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { type ApiError, conflict, invalid, notFound } from '../../core/errors.ts';
import type { EventType } from '../../core/event.ts';
import { isId, ourId } from '../../core/ids.ts';
import { compact } from '../../lib/compact.ts';
import { VisibleText } from '../../lib/printable.ts';
import { secret } from '../../lib/secret-fields.ts';
import { EventTypeName, toEventType } from '../events/index.ts';
import { FilterFields } from './endpoint/filters.ts';
import { MASK, WebhookHeaders } from './endpoint/headers.ts';
import { DISABLED_BECAUSE, type DisabledReason, ENDPOINT_STATUSES, statusOf } from './endpoint/status.ts';
import type { Sealed } from './secrets/sealed.ts';

export const WEBHOOKS_MAX = 50;

export const WebhookUrl = z
  .string()
  .min(1)
  .max(2048)
  .meta({ description: 'An https address; test keys may use https://simulator.test/receiver/NAME' });

/** Checked word by word in `toEventTypes`, so that a misspelt one gets a hint. */
export const WebhookEvents = z.array(EventTypeName).min(1, 'must name at least one event').max(200);

export const WebhookId = z.string().min(1).max(200);

/** The settings of an endpoint besides address and events. Null removes one. */
export const WebhookSettings = {
  description: VisibleText.max(500).nullable().optional().meta({ description: 'For people; up to 500 characters' }),
  brand_ids: FilterFields.brand_ids.optional(),
  account_ids: FilterFields.account_ids.optional(),
  platforms: FilterFields.platforms.optional(),
  headers: secret(WebhookHeaders).nullable().optional(),
};

export const Webhook = z
  .object({
    id: ourId('wh'),
    url: z.string().meta({ description: 'As it is called: host names in lower case and in ASCII' }),
    events: z.array(z.string()),
    description: z.string().optional(),
    brand_ids: z.array(z.string()).optional().meta({ description: 'Absent: events of all brands' }),
    account_ids: z.array(z.string()).optional().meta({ description: 'Absent: events of all accounts' }),
    platforms: z.array(z.string()).optional().meta({ description: 'Absent: events of all platforms' }),
    headers: z.record(z.string(), z.string()).optional().meta({ description: 'Own headers, their values masked' }),
    is_active: z.boolean(),
    status: z.enum(ENDPOINT_STATUSES).meta({ description: 'paused by its owner, or disabled by the service' }),
    status_reason: z.string().optional().meta({ description: 'Why it is not active, for people' }),
    disabled_reason: z
      .enum(Object.keys(DISABLED_BECAUSE) as [DisabledReason, ...DisabledReason[]])
      .optional()
      .meta({ description: 'Why it was disabled: it answered 410, or nothing but failures for five days' }),
    rotation_ends_at: z
      .string()
      .optional()
      .meta({ description: 'Until then, messages are also signed with the secrets before the last rotation' }),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** The fields of a write's answer besides the endpoint. */
export const Warnings = z.array(
  z.object({
    code: z.enum(['unverified', 'duplicate_url']),
    message: z.string(),
    webhook_id: z.string().optional().meta({ description: 'The other endpoint with the same address' }),
  }),
);

export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  brand_ids: string[] | null;
  account_ids: string[] | null;
  platforms: string[] | null;
  sealed: Sealed;
  secret_hint: string;
  /** null when there are none. */
  previous_until: Date | null;
  is_active: boolean;
  disabled_reason: DisabledReason | null;
  created_at: Date;
}

export function toWebhook(row: WebhookRow, livemode: boolean): Webhook {
  const { header_names: names } = row.sealed;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    ...compact({
      description: row.description ?? undefined,
      brand_ids: row.brand_ids ?? undefined,
      account_ids: row.account_ids ?? undefined,
      platforms: row.platforms ?? undefined,
      headers: names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, MASK])),
    }),
    is_active: row.is_active,
    ...statusOf(row),
    ...compact({
      disabled_reason: row.disabled_reason ?? undefined,
      rotation_ends_at: row.previous_until?.toISOString(),
    }),
    created_at: row.created_at.toISOString(),
    livemode,
  };
}

/** The known events, each once. Throws 400 on the field `events` for others. */
export function toEventTypes(words: readonly string[]): EventType[] {
  return [...new Set(words.map((word) => toEventType('events', word)))];
}

/** Throws 404 for a text that cannot be the id of an endpoint. */
export function assertWebhookId(id: string): void {
  if (!isId('wh', id)) throw notFound('webhook', id);
}

/**
 * The address as it is called and stored: host names in lower case and ASCII, numbers in their usual form. Throws 400 for
 * one that may not be called.
 */
export function toAddress(ctx: Pick<Context, 'tenant' | 'urlProblem'>, text: string): string {
  const problem = ctx.urlProblem(ctx.tenant, text, 'webhook');
  if (problem !== undefined) throw invalid('url', `The url ${problem}.`);
  return parseUrl(text)?.href ?? text;
}

export function tooMany(): ApiError {
  const message = `There are ${WEBHOOKS_MAX} webhook endpoints already, which is the most. Delete one first.`;
  return conflict(message, { resource: 'webhook', max: WEBHOOKS_MAX });
}
