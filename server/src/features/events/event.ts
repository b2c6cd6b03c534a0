import { z } from 'zod';
import { EVENT_CATEGORIES, type EventCategory, type EventData } from '../../core/event.ts';
import { exampleId } from '../../core/example.ts';
import { PLATFORMS, PlatformWord } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';

/** The fields that an event has on every way out: in the log, on streams, in replays and in webhook messages. */
export const eventFields = {
  id: z.string().meta({ description: 'The same on every way out, so that a repeated event can be recognised' }),
  type: z.string(),
  seq: z.number().int().meta({ description: 'Counts the events of the tenant without gaps' }),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()).meta({ description: 'GET /v1/webhooks/events describes it for each type' }),
  livemode: z.boolean(),
  brand_id: z.string().nullable().meta({
    description: 'The brand at that time; null: an event of several brands or of the workspace, or an old one',
  }),
};

/** An event as every way out carries it. `data` is parsed, or JSON text where stored digits must not change. */
export interface EventShape<Seq, Data> {
  readonly id: string;
  readonly type: string;
  readonly seq: Seq;
  readonly created_at: string;
  readonly data: Data;
  readonly livemode: boolean;
  readonly brand_id: string | null;
}

interface EventFacts<Seq, Data> extends Pick<EventRow, 'id' | 'type' | 'created_at' | 'brand_id'> {
  readonly seq: Seq;
  readonly data: Data;
}

/** The one place that gives an event its shape. */
export function toEvent<Seq, Data>(facts: EventFacts<Seq, Data>, livemode: boolean): EventShape<Seq, Data> {
  const { id, type, seq, created_at, data, brand_id } = facts;
  return { id, type, seq, created_at: created_at.toISOString(), data, livemode, brand_id };
}

/** An event of the log, with what the log alone tells of it and the older names of its fields. */
export const exampleData: EventData<'post.published'> = {
  post_id: exampleId('post'),
  status: 'published',
  results: [{ account_id: exampleId('acc'), platform: PLATFORMS[0], status: 'published' }],
};

export const LoggedEvent = z
  .object({
    ...eventFields,
    category: z.enum(EVENT_CATEGORIES),
    status: z.enum(['ok', 'failed']),
    platform: PlatformWord.optional(),
    account_id: z.string().optional(),
    resource_id: z.string().optional(),
    summary: z.string().meta({ description: 'One sentence for people' }),
    error_category: z.string().optional(),
    error_message: z.string().optional(),
    request_id: z
      .string()
      .optional()
      .meta({ description: 'The X-Request-ID of the request that caused it; a callback of a platform has one too' }),
    action: z.string().meta({ description: 'The older name of type' }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'The older name of data' }),
  })
  .meta({
    id: 'Event',
    example: {
      id: exampleId('evt'),
      type: 'post.published',
      action: 'post.published',
      resource_id: exampleId('post'),
      data: exampleData,
      metadata: exampleData,
    },
  });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export interface EventRow {
  seq: number;
  id: string;
  type: string;
  category: EventCategory;
  status: LoggedEvent['status'];
  platform: string | null;
  account_id: string | null;
  resource_id: string | null;
  brand_id: string | null;
  summary: string;
  data: Record<string, unknown>;
  error_category: string | null;
  error_message: string | null;
  request_id: string | null;
  created_at: Date;
}

export function toLoggedEvent(row: EventRow, livemode: boolean): LoggedEvent {
  return {
    ...toEvent(row, livemode),
    category: row.category,
    status: row.status,
    summary: row.summary,
    ...compact({
      platform: row.platform ?? undefined,
      account_id: row.account_id ?? undefined,
      resource_id: row.resource_id ?? undefined,
      error_category: row.error_category ?? undefined,
      error_message: row.error_message ?? undefined,
      request_id: row.request_id ?? undefined,
    }),
    action: row.type,
    metadata: row.data,
  };
}
