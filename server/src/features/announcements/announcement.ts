import { z } from 'zod';
import { compact } from '../../lib/compact.ts';

export const ANNOUNCEMENT_KINDS = ['maintenance', 'incident', 'product_update', 'breaking_change'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** News of the operator for all workspaces of the installation. */
export const Announcement = z.object({
  id: z.string(),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  title: z.string(),
  body: z.string(),
  link_url: z.string().optional(),
  link_label: z.string().optional(),
  window_start: z.string().optional().meta({ description: 'Of maintenance only' }),
  window_end: z.string().optional().meta({ description: 'Of maintenance only' }),
  created_at: z.string(),
  seen: z.boolean(),
});

export interface AnnouncementRow {
  readonly id: string;
  readonly kind: AnnouncementKind;
  readonly title: string;
  readonly body: string;
  readonly link_url: string | null;
  readonly link_label: string | null;
  readonly window_start: Date | null;
  readonly window_end: Date | null;
  readonly created_at: Date;
}

export function toAnnouncement(row: AnnouncementRow) {
  return compact({
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    link_url: row.link_url ?? undefined,
    link_label: row.link_label ?? undefined,
    window_start: row.window_start?.toISOString(),
    window_end: row.window_end?.toISOString(),
    created_at: row.created_at.toISOString(),
  });
}
