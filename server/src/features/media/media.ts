import { z } from 'zod';

export const MediaItem = z.object({
  id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
  status: z.enum(['pending', 'ready', 'failed']),
  created_at: z.string(),
  livemode: z.boolean(),
});

export interface MediaRow {
  id: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  status: 'pending' | 'ready' | 'failed';
  created_at: Date;
}

export function toMediaItem(row: MediaRow, livemode: boolean): z.infer<typeof MediaItem> {
  return { ...row, created_at: row.created_at.toISOString(), livemode };
}
