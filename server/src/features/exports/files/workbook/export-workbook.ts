import type { DatasetHead } from '../../dataset.ts';
import { originOf, scopeOf } from '../about-export.ts';
import type { Summary } from '../summary.ts';
import type { ColumnKind, Table, Value } from '../tables.ts';
import { wallClock } from '../wall-clock.ts';
import { type Cell, endNote, type Sheet } from './sheet.ts';
import type { StyleName } from './styles.ts';
import { workbook } from './workbook.ts';

const SECONDS_A_DAY = 86_400;

/** The workbook of an export: a summary, and a sheet for each table. */
export function exportWorkbook(
  head: DatasetHead,
  summary: Summary,
  tables: readonly Table[],
  rowsMax: number,
): AsyncIterable<Uint8Array> {
  const clock = wallClock(head.brand.timezone);
  const sheets = [summarySheet(head, summary, rowsMax), ...tables.map((table) => sheetOf(table, rowsMax))];
  return workbook(sheets, clock, head.createdAt);
}

function sheetOf({ title, columns, rows }: Table, rowsMax: number): Sheet {
  return {
    rowsMax,
    name: title,
    columns,
    header: columns.map((column) => column.title),
    async *rows() {
      for await (const values of rows()) yield values.map((value, at) => cellOf(value, columns[at]?.kind));
    },
  };
}

function cellOf(value: Value, kind: ColumnKind | undefined): Cell {
  if (kind === 'day') return { value, style: 'day' };
  if (kind === 'seconds' && typeof value === 'number') return { value: value / SECONDS_A_DAY, style: 'seconds' };
  return { value };
}

function summarySheet(head: DatasetHead, summary: Summary, rowsMax: number): Sheet {
  return {
    name: 'Summary',
    columns: [{ width: 26 }, { width: 22 }, { width: 16 }, { width: 16 }, { width: 24 }],
    async *rows() {
      yield* summaryRows(head, summary, rowsMax);
    },
  };
}

function summaryRows(head: DatasetHead, summary: Summary, rowsMax: number): readonly (readonly Cell[])[] {
  const { holds, itemMetrics, dayMetrics } = summary;
  const long = [summary.items, summary.days, summary.comments].some((rows) => rows + 1 > rowsMax);
  const missing = long ? [...summary.missing, endNote(rowsMax)] : summary.missing;
  return [
    [{ value: `${head.brand.name}: ${head.account.displayName}`, style: 'title' }],
    [],
    ...[...originOf(head), ...scopeOf(head, summary)].map(({ label, value }): Cell[] => [
      { value: label, style: 'label' },
      { value },
    ]),
    [],
    ...metricRows(`Totals of ${holds}`, itemMetrics, summary.items),
    ...metricRows('The account by day', dayMetrics, summary.days),
    section('What is missing'),
    ...(missing.length === 0 ? ['Nothing.'] : missing).map((value): Cell[] => [{ value }]),
    [{ value: 'An empty cell among the numbers was not told by the platform; it is not 0.', style: 'note' }],
  ];
}

function metricRows(title: string, metrics: Summary['itemMetrics'], rows: number): readonly (readonly Cell[])[] {
  if (metrics.length === 0) return [section(title), [{ value: 'The platform told no numbers.' }], []];
  return [
    section(title, 'Value', 'Highest', 'Told for', 'The value is'),
    ...metrics.map(({ label, value, highest, told, nature }): Cell[] => [
      { value: label },
      { value },
      { value: highest },
      { value: `${told} of ${rows}` },
      { value: MEANINGS[nature], style: 'note' },
    ]),
    [],
  ];
}

const MEANINGS = {
  count: 'the sum',
  level: 'the last number',
  rate: 'the mean',
  people: 'absent: one person counts once',
};

function section(...titles: readonly string[]): Cell[] {
  const style: StyleName = 'section';
  return [...titles, '', '', '', ''].slice(0, 5).map((value) => ({ value, style }));
}
