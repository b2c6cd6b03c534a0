import { z } from 'zod';
import { UNLIMITED } from '../../core/billing/plans.ts';
import type { Context } from '../../core/context.ts';
import { keyOf } from '../../core/files.ts';
import { isId, ourId } from '../../core/ids.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import type { FileKind } from './dataset.ts';

export const STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
const STAGES = ['listing', 'numbers', 'comments', 'transcripts', 'vision', 'writing', 'done'] as const;
export type ExportStatus = (typeof STATUSES)[number];
export type ExportStage = (typeof STAGES)[number];

/** Addresses of files work so long; a later answer has new ones. */
const URL_LIFETIME_MS = 3_600_000;

const count = z.number().int();
const url = z.string().optional();

/** An export in lists: its progress without its files. */
export const ExportItem = z
  .object({
    id: ourId('exp'),
    account_id: z.string(),
    platform: PlatformWord,
    status: z.enum(STATUSES),
    stage: z.enum(STAGES),
    total_videos: count.meta({ description: 'Videos, or posts on platforms without videos' }),
    processed_videos: count.meta({ description: 'Those that were read completely' }),
    progress: z.number().min(0).max(1).meta({ description: '1: done' }),
    estimated_seconds_left: count.optional(),
    waits_until: z.string().optional().meta({ description: 'The platform accepts no more calls before this time' }),
    include_transcript: z.boolean(),
    include_vision: z.boolean(),
    from: z.string().optional(),
    to: z.string().optional(),
    counts: z.object({
      numbers: count,
      comments: count,
      comments_of_videos: count.meta({ description: 'Videos whose comments were read' }),
      transcripts: count,
      vision: count,
    }),
    missing: z.array(z.string()).meta({ description: 'What could not be read, each as a sentence' }),
    error: z.string().optional(),
    created_at: z.string(),
    completed_at: z.string().optional(),
    expires_at: z.string().optional().meta({ description: 'From then on files and content are gone' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'ExportItem', example: { include_transcript: true, counts: { comments: 0 } } });

/** The fields of an export that differ when it has ended. */
export const exampleCompletedExport = {
  ...{ status: 'completed', stage: 'done', total_videos: 1, processed_videos: 1, progress: 1 },
  counts: { numbers: 1, comments: 7, comments_of_videos: 1, transcripts: 1 },
  completed_at: '2027-01-01T09:01:00.000Z',
  expires_at: '2027-01-31T09:01:00.000Z',
};

const file = (what: string) => url.meta({ description: `${what}; works for an hour without a key` });

export const Export = ExportItem.extend({
  download_url: file('The workbook, or the table when there is none'),
  report_url: file('The report'),
  result: z
    .object({ excel_url: url, report_url: url, pdf_url: url, csv_url: url, jsonl_url: url })
    .optional()
    .meta({ description: 'Present while the files are there' }),
}).meta({
  id: 'Export',
  example: {
    ...exampleCompletedExport,
    download_url: 'https://hubbub.example.com/files/1',
    report_url: 'https://hubbub.example.com/files/2',
    result: { excel_url: 'https://hubbub.example.com/files/1', report_url: 'https://hubbub.example.com/files/2' },
  },
});

/** A file of an export as its row remembers it. */
export interface StoredExportFile {
  readonly kind: FileKind;
  readonly filename: string;
  readonly contentType: string;
}

export interface ExportRow {
  id: string;
  account_id: string;
  platform: string;
  status: ExportStatus;
  stage: ExportStage;
  include_transcript: boolean;
  include_vision: boolean;
  from_at: Date | null;
  to_at: Date | null;
  transcripts_max: number;
  items: number;
  numbers_read: number;
  comments_read: number;
  transcripts_read: number;
  vision_read: number;
  comments: number;
  missing: string[];
  files: StoredExportFile[];
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
  expires_at: Date | null;
  /** The tenant's clock; null: it does not wait. */
  waits_until: Date | null;
  /** Seconds since the work began; null: it has not. */
  seconds: number | null;
}

/** The key of a file in the storage. */
export function exportFileKey(tenantId: string, id: string, kind: FileKind): string {
  return keyOf({ tenantId, id, rendition: kind });
}

/** Whether a stored file is one of an export. */
export function isExportId(id: string): boolean {
  return isId('exp', id);
}

/** The steps of the reading that the export asks for, as done and all. */
function stepsOf(row: ExportRow): (readonly [done: number, all: number])[] {
  const { items, transcripts_max: max } = row;
  const spoken = max === UNLIMITED ? items : Math.min(items, max);
  return [
    [row.numbers_read, items],
    [row.comments_read, items],
    ...(row.include_transcript ? [[row.transcripts_read, spoken] as const] : []),
    ...(row.include_vision ? [[row.vision_read, items] as const] : []),
  ];
}

/** Listing and writing count for a twentieth each. */
const EDGE = 0.05;

function progressOf(row: ExportRow): number {
  if (row.status === 'completed') return 1;
  if (row.stage === 'listing') return 0;
  if (row.stage === 'writing' || row.stage === 'done') return 1 - EDGE;
  const steps = stepsOf(row);
  const all = steps.reduce((sum, [, total]) => sum + total, 0);
  const done = steps.reduce((sum, [read]) => sum + read, 0);
  return Math.round((EDGE + (1 - 2 * EDGE) * (all === 0 ? 1 : done / all)) * 1000) / 1000;
}

function processedOf(row: ExportRow): number {
  if (row.status === 'completed' || row.stage === 'writing' || row.stage === 'done') return row.items;
  const parts = stepsOf(row);
  return Math.min(...parts.map(([done, all]) => (done >= all ? row.items : done)));
}

const isOpen = ({ status }: ExportRow) => status === 'pending' || status === 'processing';

export function toExportItem(row: ExportRow, livemode: boolean): z.infer<typeof ExportItem> {
  const progress = progressOf(row);
  const isRunning = isOpen(row) && row.seconds !== null && progress > 0;
  return compact({
    id: row.id,
    account_id: row.account_id,
    platform: row.platform,
    status: row.status,
    stage: row.stage,
    total_videos: row.items,
    processed_videos: processedOf(row),
    progress,
    estimated_seconds_left: isRunning ? Math.ceil(((row.seconds ?? 0) * (1 - progress)) / progress) : undefined,
    waits_until: isOpen(row) ? row.waits_until?.toISOString() : undefined,
    include_transcript: row.include_transcript,
    include_vision: row.include_vision,
    from: row.from_at?.toISOString(),
    to: row.to_at?.toISOString(),
    counts: {
      numbers: row.numbers_read,
      comments: row.comments,
      comments_of_videos: row.comments_read,
      transcripts: row.transcripts_read,
      vision: row.vision_read,
    },
    missing: row.missing,
    error: row.error ?? undefined,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString(),
    expires_at: row.expires_at?.toISOString(),
    livemode,
  });
}

/** The export with addresses of its files. */
export async function toExport(
  { files, tenant }: Pick<Context, 'files' | 'tenant'>,
  row: ExportRow,
): Promise<z.infer<typeof Export>> {
  const item = toExportItem(row, tenant.mode === 'live');
  if (row.files.length === 0) return item;
  const expiresAt = new Date(Date.now() + URL_LIFETIME_MS);
  const urls: Partial<Record<FileKind, string>> = {};
  for (const { kind, filename, contentType } of row.files)
    urls[kind] = await files.links.download(
      { tenantId: tenant.id, id: row.id, filename, contentType, rendition: kind },
      expiresAt,
    );
  const { excel, report, pdf, csv, jsonl } = urls;
  return compact({
    ...item,
    download_url: excel ?? csv,
    report_url: report,
    result: compact({ excel_url: excel, report_url: report, pdf_url: pdf, csv_url: csv, jsonl_url: jsonl }),
  });
}
