import { z } from 'zod';
import { compact } from '../../lib/compact.ts';

export const LoggedEvent = z.object({
  id: z.string(),
  seq: z.number().int().meta({ description: 'Counts the events of the tenant without gaps' }),
  category: z.enum(['posts', 'inbox', 'accounts']),
  action: z.string().meta({ description: 'The same value as type' }),
  type: z.string(),
  status: z.enum(['ok', 'failed']),
  platform: z.string().optional(),
  account_id: z.string().optional(),
  resource_id: z.string().optional(),
  summary: z.string(),
  error_category: z.string().optional(),
  error_message: z.string().optional(),
  data: z.record(z.string(), z.unknown()).meta({ description: 'The same as in the webhook message' }),
  metadata: z.record(z.string(), z.unknown()).meta({ description: 'The same object as data' }),
  created_at: z.string(),
  livemode: z.boolean(),
  brand_id: z.string().nullable().meta({
    description: 'The brand at that time; null: an event of several brands or of the workspace, or an old one',
  }),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export interface EventRow {
  seq: number;
  id: string;
  type: string;
  category: LoggedEvent['category'];
  status: LoggedEvent['status'];
  platform: string | null;
  account_id: string | null;
  resource_id: string | null;
  brand_id: string | null;
  summary: string;
  data: Record<string, unknown>;
  error_category: string | null;
  error_message: string | null;
  created_at: Date;
}

export function toLoggedEvent(row: EventRow, livemode: boolean): LoggedEvent {
  return {
    id: row.id,
    seq: row.seq,
    category: row.category,
    action: row.type,
    type: row.type,
    status: row.status,
    ...compact({
      platform: row.platform ?? undefined,
      account_id: row.account_id ?? undefined,
      resource_id: row.resource_id ?? undefined,
    }),
    summary: row.summary,
    ...compact({
      error_category: row.error_category ?? undefined,
      error_message: row.error_message ?? undefined,
    }),
    data: row.data,
    metadata: row.data,
    created_at: row.created_at.toISOString(),
    livemode,
    brand_id: row.brand_id,
  };
}
