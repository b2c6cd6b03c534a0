import type { Dataset, DatasetItem } from '../../dataset.ts';
import { type Fact, scopeOf } from '../about-export.ts';
import { barChart } from '../charts/bar-chart.ts';
import type { Drawing } from '../charts/drawing.ts';
import { lineChart } from '../charts/line-chart.ts';
import { type LogoPicture, pictureOf } from '../logo.ts';
import { labelOf } from '../metric-names.ts';
import { inFull } from '../numbers.ts';
import { cutText, oneLine } from '../safe-text.ts';
import type { MetricSummary, Summary } from '../summary.ts';
import { shortDay, type WallClock, wallClock } from '../wall-clock.ts';

const TILES_MAX = 6;
const METRICS_MAX = 5;
/** The workbook lists all of them. */
const ITEMS_MAX = 1_000;
const DAY_CHARTS_MAX = 2;

/** The content of the report for people, which HTML and PDF show alike. */
export interface Report {
  readonly brand: string;
  readonly account: string;
  /** `@name on YouTube` */
  readonly subtitle: string;
  /** `Exported 1 Mar 2026, 10:30 (Europe/Berlin)` */
  readonly imprint: string;
  readonly createdAt: Date;
  readonly logo?: LogoPicture;
  readonly facts: readonly Fact[];
  readonly tiles: readonly Tile[];
  readonly charts: readonly Chart[];
  readonly notes: readonly string[];
  readonly quotes: readonly Quote[];
  readonly table: ReportTable;
}

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

export interface Chart {
  readonly title: string;
  readonly drawing: Drawing;
}

interface Quote {
  readonly text: string;
  readonly by: string;
}

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: () => AsyncIterable<readonly string[]>;
  /** Stands below the rows. */
  readonly notes: readonly string[];
}

export interface ReportColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Of the width of the table, together 1. */
  readonly share: number;
}

export async function reportOf(dataset: Dataset, summary: Summary): Promise<Report> {
  const { head } = dataset;
  const { account, brand } = head;
  const clock = wallClock(brand.timezone);
  const logo = brand.logo === undefined ? undefined : await pictureOf(brand.logo);
  const isLeftOut = logo !== undefined && 'missing' in logo;
  return {
    brand: oneLine(brand.name),
    account: oneLine(account.displayName) || oneLine(account.username),
    subtitle: `${oneLine(account.username)} · ${account.platformName ?? labelOf(account.platform)}`,
    imprint: `Exported ${clock.minute(head.createdAt)} (${brand.timezone})`,
    createdAt: head.createdAt,
    ...(logo !== undefined && !isLeftOut && { logo }),
    facts: scopeOf(head, summary),
    tiles: tilesOf(summary),
    charts: chartsOf(summary),
    notes: isLeftOut ? [...summary.missing, logo.missing] : summary.missing,
    quotes: summary.topComments.map(({ author, text, likes = 0 }) => ({
      text: cutText(oneLine(text), 280),
      by: `${oneLine(author)} · ${inFull(likes)} ${likes === 1 ? 'like' : 'likes'}`,
    })),
    table: tableOf(dataset, summary, clock),
  };
}

function tilesOf({ itemMetrics, dayMetrics, items, holds }: Summary): readonly Tile[] {
  const notes = { count: `sum of ${holds}`, level: 'last number', rate: `mean of ${holds}`, people: '' };
  const levels = dayMetrics.filter(({ nature }) => nature === 'level');
  return [
    ...levels.map(({ label, value }) => ({ label, value: inFull(value), note: 'at the end' })),
    ...itemMetrics
      .filter(({ nature }) => nature !== 'people')
      .map(({ label, value, nature, told }) => ({
        label,
        value: inFull(value),
        note: told < items ? `${notes[nature]}, told for ${inFull(told)} of ${inFull(items)}` : notes[nature],
      })),
  ].slice(0, TILES_MAX);
}

function chartsOf({ dayMetrics, series, topItems, itemMetrics, holds }: Summary): readonly Chart[] {
  const counted = dayMetrics.find(({ nature }) => nature === 'count');
  const level = dayMetrics.find(({ nature }) => nature === 'level');
  const days = [counted, level, ...dayMetrics].filter((metric): metric is MetricSummary => metric !== undefined);
  const shown = series.length < 2 ? [] : [...new Set(days)].slice(0, DAY_CHARTS_MAX);
  const charts = shown.map(({ name, label, nature }) => ({
    title: `${label} by day`,
    drawing: lineChart(series, name, nature !== 'level'),
  }));
  const first = itemMetrics.find(({ nature }) => nature === 'count');
  if (first === undefined || topItems.length < 2) return charts;
  const bars = topItems.map((item) => ({ name: nameOf(item), value: item.metrics[first.name] ?? 0 }));
  return [
    ...charts,
    { title: `${labelOf(holds)} with the most ${first.label.toLowerCase()}`, drawing: barChart(bars) },
  ];
}

function tableOf(dataset: Dataset, summary: Summary, clock: WallClock): ReportTable {
  const { itemMetrics, holds, items } = summary;
  const metrics = itemMetrics.slice(0, METRICS_MAX);
  const date = 0.13;
  const each = metrics.length === 0 ? 0 : Math.min(0.12, 0.55 / metrics.length);
  const left = itemMetrics.length - metrics.length;
  const notes = [
    ...(items > ITEMS_MAX ? [`${inFull(items - ITEMS_MAX)} more ${holds} stand in the workbook.`] : []),
    ...(left > 0 ? [`${left} more ${left === 1 ? 'metric stands' : 'metrics stand'} in the workbook.`] : []),
    ...(metrics.some(({ told }) => told < items) ? ['“not told”: the platform does not tell this number.'] : []),
  ];
  return {
    title: `All ${holds}`,
    columns: [
      { title: 'Published', align: 'left', share: date },
      { title: 'Title', align: 'left', share: 1 - date - each * metrics.length },
      ...metrics.map(({ label }) => ({ title: label, align: 'right' as const, share: each })),
    ],
    notes,
    async *rows() {
      let row = 0;
      for await (const item of dataset.items()) {
        if (++row > ITEMS_MAX) return;
        const at = item.createdAt === undefined ? '' : shortDay(clock.day(item.createdAt));
        yield [at, cutText(nameOf(item), 160), ...metrics.map(({ name }) => inFull(item.metrics[name]))];
      }
    },
  };
}

/** The title, or the beginning of the text. */
function nameOf({ title, description, platformId }: DatasetItem): string {
  return oneLine(title ?? '') || cutText(oneLine(description ?? ''), 120) || platformId;
}
