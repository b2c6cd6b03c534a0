import type { Dataset, DatasetComment, DatasetDay, DatasetItem } from '../dataset.ts';
import { labelOf } from './metric-names.ts';
import type { Summary } from './summary.ts';

/** `instant`: a Date. `day`: `2026-01-31`. `seconds`: a duration. */
export type ColumnKind = 'text' | 'number' | 'instant' | 'day' | 'seconds';
export type Value = string | number | Date | undefined;

interface Column<Row> {
  /** In the header of CSV. */
  readonly name: string;
  /** In the header of a sheet. */
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters. */
  readonly width: number;
  readonly of: (row: Row) => Value;
}

/** Rows of one kind, as a sheet and as a file of CSV show them. */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Omit<Column<never>, 'of'>[];
  readonly rows: () => AsyncIterable<readonly Value[]>;
}

export function tablesOf(dataset: Dataset, summary: Summary): readonly Table[] {
  const { holds } = summary;
  return [
    table(holds, holds === 'videos' ? 'Videos' : 'Posts', itemColumns(summary), dataset.items),
    table('days', 'Daily metrics', dayColumns(summary), dataset.days),
    table('comments', 'Comments', COMMENTS, dataset.comments),
    table('transcripts', 'Transcripts', TRANSCRIPTS, () => withTranscripts(dataset.items())),
  ];
}

function table<Row>(
  name: string,
  title: string,
  columns: readonly Column<Row>[],
  rows: () => AsyncIterable<Row>,
): Table {
  return {
    name,
    title,
    columns,
    async *rows() {
      for await (const row of rows()) yield columns.map((column) => column.of(row));
    },
  };
}

function itemColumns(summary: Summary): readonly Column<DatasetItem>[] {
  const metrics = summary.itemMetrics.map(({ name }) => metricColumn<DatasetItem>(name));
  return [...ITEM_HEAD, ...metrics, ...ITEM_TAIL, ...(summary.hasVision ? VISION : [])];
}

function dayColumns(summary: Summary): readonly Column<DatasetDay>[] {
  const date: Column<DatasetDay> = { name: 'date', title: 'Date', kind: 'day', width: 12, of: (day) => day.date };
  return [date, ...summary.dayMetrics.map(({ name }) => metricColumn<DatasetDay>(name))];
}

function metricColumn<Row extends { readonly metrics: Readonly<Record<string, number>> }>(name: string): Column<Row> {
  const title = labelOf(name);
  return { name, title, kind: 'number', width: Math.max(10, title.length + 4), of: ({ metrics }) => metrics[name] };
}

const ITEM_HEAD: readonly Column<DatasetItem>[] = [
  { name: 'published_at', title: 'Published', kind: 'instant', width: 18, of: (item) => item.createdAt },
  { name: 'title', title: 'Title', kind: 'text', width: 50, of: (item) => item.title },
];

const ITEM_TAIL: readonly Column<DatasetItem>[] = [
  { name: 'duration_seconds', title: 'Duration', kind: 'seconds', width: 11, of: (item) => item.durationSeconds },
  { name: 'description', title: 'Description', kind: 'text', width: 60, of: (item) => item.description },
  { name: 'url', title: 'Address', kind: 'text', width: 40, of: (item) => item.url },
  { name: 'cover_url', title: 'Cover', kind: 'text', width: 30, of: (item) => item.coverUrl },
  { name: 'width', title: 'Width', kind: 'number', width: 9, of: (item) => item.width },
  { name: 'height', title: 'Height', kind: 'number', width: 9, of: (item) => item.height },
  { name: 'platform_id', title: 'Id', kind: 'text', width: 24, of: (item) => item.platformId },
];

const VISION: readonly Column<DatasetItem>[] = [
  visionColumn('vision_summary', 'Pictures', (vision) => vision.summary),
  visionColumn('vision_category', 'Category', (vision) => vision.category),
  visionColumn('vision_subjects', 'Subjects', (vision) => vision.subjects.join(', ')),
  visionColumn('vision_text_on_screen', 'Text on screen', (vision) => vision.textOnScreen.join(' / ')),
  visionColumn('vision_hook', 'Hook', (vision) => vision.hook),
  visionColumn('vision_brand_safety', 'Brand safety', (vision) => vision.brandSafety),
  {
    name: 'vision_missing',
    title: 'Pictures missing because',
    kind: 'text',
    width: 24,
    of: ({ vision }) => (vision !== undefined && 'missing' in vision ? vision.missing : undefined),
  },
];

type Seen = Exclude<NonNullable<DatasetItem['vision']>, { readonly missing: string }>;

function visionColumn(name: string, title: string, of: (vision: Seen) => string): Column<DatasetItem> {
  const value = ({ vision }: DatasetItem) => (vision === undefined || 'missing' in vision ? undefined : of(vision));
  return { name, title, kind: 'text', width: 24, of: value };
}

const COMMENTS: readonly Column<DatasetComment>[] = [
  { name: 'written_at', title: 'Written', kind: 'instant', width: 18, of: (comment) => comment.createdAt },
  { name: 'author', title: 'Author', kind: 'text', width: 24, of: (comment) => comment.author },
  { name: 'text', title: 'Comment', kind: 'text', width: 80, of: (comment) => comment.text },
  { name: 'likes', title: 'Likes', kind: 'number', width: 10, of: (comment) => comment.likes },
  { name: 'item_platform_id', title: 'Written to', kind: 'text', width: 24, of: (comment) => comment.itemPlatformId },
  { name: 'parent_platform_id', title: 'Answers', kind: 'text', width: 24, of: (comment) => comment.parentPlatformId },
  { name: 'platform_id', title: 'Id', kind: 'text', width: 24, of: (comment) => comment.platformId },
];

type Transcribed = DatasetItem & { readonly transcript: NonNullable<DatasetItem['transcript']> };

async function* withTranscripts(items: AsyncIterable<DatasetItem>): AsyncIterable<Transcribed> {
  for await (const item of items) if (item.transcript !== undefined) yield { ...item, transcript: item.transcript };
}

const TRANSCRIPTS: readonly Column<Transcribed>[] = [
  { name: 'platform_id', title: 'Id', kind: 'text', width: 24, of: (item) => item.platformId },
  { name: 'title', title: 'Title', kind: 'text', width: 50, of: (item) => item.title },
  {
    name: 'language',
    title: 'Language',
    kind: 'text',
    width: 11,
    of: ({ transcript }) => ('text' in transcript ? transcript.language : undefined),
  },
  {
    name: 'transcript',
    title: 'Transcript',
    kind: 'text',
    width: 100,
    of: ({ transcript }) => ('text' in transcript ? transcript.text : undefined),
  },
  {
    name: 'missing',
    title: 'Missing because',
    kind: 'text',
    width: 30,
    of: ({ transcript }) => ('missing' in transcript ? transcript.missing : undefined),
  },
];
