import type { FileFacts } from '@hubbub/media-info';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import type { StoredFile } from '../../core/files.ts';
import { ourId } from '../../core/ids.ts';
import { VisibleText } from '../../lib/printable.ts';
import type { RenditionRow } from './renditions/video-renditions.repository.ts';

/** How long a file's address in a response works. */
export const URL_LIFETIME_MS = 3600 * 1000;

const word = VisibleText.min(1).max(100);
/** Fields of an item that callers set. */
export const mediaFields = {
  alt_text: z.string().max(2000).meta({ description: 'A description for people who cannot see the file' }),
  folder: VisibleText.max(200).meta({ description: 'Empty: in no folder' }),
  tags: z.array(word).max(50),
};

const Rendition = z
  .object({
    platforms: z.array(z.string()).meta({ description: 'Platforms that get this copy' }),
    status: z.enum(['waiting', 'working', 'ready', 'failed']),
    progress: z.number().int().meta({ description: '0 to 100' }),
    size_bytes: z.number().int().optional(),
    error: z.string().optional().meta({ description: 'Why it could not be made' }),
  })
  .meta({ id: 'Rendition' });

export const exampleMedia = {
  status: 'ready',
  url: 'https://example.com/media/files/plum-cake.jpg?signature=example',
  kind: 'image',
  width: 1080,
  height: 1350,
  tags: ['cake'],
};

export const MediaItem = z
  .object({
    id: ourId('med'),
    filename: z.string(),
    content_type: z.string().meta({ description: 'As the content shows once the item is ready' }),
    size_bytes: z.number().int(),
    status: z.enum(['pending', 'ready', 'failed']),
    url: z.string().meta({ description: 'Works for an hour without a key; empty unless the item is ready' }),
    kind: z.enum(['image', 'video', 'audio', 'file']).optional(),
    width: z.number().int().optional(),
    height: z.number().int().optional(),
    duration_seconds: z.number().optional(),
    fps: z.number().optional().meta({ description: 'Pictures a second' }),
    alt_text: z.string(),
    folder: z.string(),
    tags: z.array(z.string()),
    error: z.string().optional().meta({ description: 'Why the item failed' }),
    renditions: z
      .array(Rendition)
      .optional()
      .meta({ description: 'Copies of a video that platforms need, once one was asked for' }),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({ id: 'MediaItem', example: exampleMedia });

export interface MediaRow {
  id: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  status: 'pending' | 'ready' | 'failed';
  facts: Partial<FileFacts>;
  failure: string | null;
  alt_text: string;
  folder: string;
  tags: string[];
  created_at: Date;
}

function storedFileOf(tenantId: string, row: Pick<MediaRow, 'id' | 'filename' | 'content_type'>): StoredFile {
  return { tenantId, id: row.id, filename: row.filename, contentType: row.content_type };
}

export function toRendition({ platforms, state, progress, bytes, failure }: RenditionRow): z.infer<typeof Rendition> {
  return {
    platforms,
    status: state,
    progress,
    ...(bytes === null ? {} : { size_bytes: bytes }),
    ...(state !== 'failed' || failure === null ? {} : { error: failure }),
  };
}

export async function toMediaItem(ctx: Context, row: MediaRow): Promise<z.infer<typeof MediaItem>> {
  const { facts, failure, created_at, ...rest } = row;
  const { kind, width, height, seconds, fps } = facts;
  const isReady = row.status === 'ready';
  const expiresAt = new Date(Date.now() + URL_LIFETIME_MS);
  return {
    ...rest,
    url: isReady ? await ctx.files.links.download(storedFileOf(ctx.tenant.id, row), expiresAt) : '',
    ...(kind === undefined ? {} : { kind }),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(seconds === undefined ? {} : { duration_seconds: seconds }),
    ...(fps === undefined ? {} : { fps }),
    ...(failure === null ? {} : { error: failure }),
    created_at: created_at.toISOString(),
    livemode: ctx.tenant.mode === 'live',
  };
}
