import type { Dataset, DatasetComment, DatasetDay, DatasetItem, MetricValues } from '../dataset.ts';
import { inOrder, labelOf, type MetricNature, natureOf } from './metric-names.ts';

const TOP_ITEMS = 10;
const TOP_COMMENTS = 5;
/** A platform may give each item a reason of its own. */
const REASONS_MAX = 10;
const OTHER_REASONS = 'other reasons, which stand beside each of them';
/** Longer series are drawn by their last days. */
const SERIES_DAYS_MAX = 4_000;

/** The numbers of an export. All its files show these, so that they agree. */
export interface Summary {
  readonly holds: 'videos' | 'posts';
  readonly items: number;
  readonly comments: number;
  readonly days: number;
  readonly transcripts: number;
  readonly hasVision: boolean;
  readonly asksTranscripts: boolean;
  /** The times of the first and the last item. */
  readonly published?: { readonly first: Date; readonly last: Date };
  /** The first and the last day with numbers. */
  readonly measured?: { readonly first: string; readonly last: string };
  readonly itemMetrics: readonly MetricSummary[];
  readonly dayMetrics: readonly MetricSummary[];
  /** The best items by the first of `itemMetrics` that counts. */
  readonly topItems: readonly DatasetItem[];
  readonly topComments: readonly DatasetComment[];
  readonly series: readonly DatasetDay[];
  /** The parts that the export lacks, each as a sentence. */
  readonly missing: readonly string[];
}

export interface MetricSummary {
  readonly name: string;
  readonly label: string;
  readonly nature: MetricNature;
  /** The sum of a count, the last value of a level, the mean of a rate; absent for people, who were reached again and again. */
  readonly value: number | undefined;
  readonly highest: number;
  /** In how many items or days the platform told it. */
  readonly told: number;
}

/** Reads the whole dataset once, in bounded memory. */
export async function summarize(dataset: Dataset): Promise<Summary> {
  const items = await itemsOf(dataset);
  const days = await daysOf(dataset);
  const comments = await commentsOf(dataset);
  const { reasons, count, ...rest } = items;
  const holds = dataset.head.holds ?? (items.withLength > 0 && items.withLength === count ? 'videos' : 'posts');
  return {
    ...rest,
    ...days,
    ...comments,
    holds,
    items: count,
    missing: [...dataset.head.missing, ...missingParts(reasons, holds), ...untold(items.itemMetrics, count, holds)],
  };
}

async function itemsOf(dataset: Dataset) {
  const totals = metricTotals();
  const best = new Map<string, ReturnType<typeof highest<DatasetItem>>>();
  const reasons = new Map<string, number>();
  const seen = { count: 0, withLength: 0, transcripts: 0, hasVision: false, asksTranscripts: false };
  let published: { first: Date; last: Date } | undefined;
  for await (const item of dataset.items()) {
    seen.count += 1;
    if (item.durationSeconds !== undefined) seen.withLength += 1;
    totals.add(item.metrics);
    for (const name of Object.keys(item.metrics)) {
      const list = best.get(name) ?? highest<DatasetItem>(TOP_ITEMS);
      best.set(name, list);
      list.add(item.metrics[name] as number, slim(item));
    }
    const at = item.createdAt;
    if (at !== undefined) {
      published ??= { first: at, last: at };
      if (at < published.first) published.first = at;
      if (at > published.last) published.last = at;
    }
    const { transcript, vision } = item;
    if (transcript !== undefined) seen.asksTranscripts = true;
    if (vision !== undefined) seen.hasVision = true;
    if (transcript !== undefined && 'text' in transcript) seen.transcripts += 1;
    for (const [what, part] of [
      ['Transcripts', transcript],
      ['Picture analyses', vision],
    ] as const)
      if (part !== undefined && 'missing' in part) {
        const own = `${what}\n${part.missing}`;
        const key = reasons.has(own) || reasons.size < REASONS_MAX ? own : `${what}\n${OTHER_REASONS}`;
        reasons.set(key, (reasons.get(key) ?? 0) + 1);
      }
  }
  const itemMetrics = totals.all();
  const first = itemMetrics.find(({ nature }) => nature === 'count');
  const topItems = first === undefined ? [] : (best.get(first.name)?.all() ?? []);
  return { ...seen, reasons, itemMetrics, topItems, ...(published && { published }) };
}

async function daysOf(dataset: Dataset) {
  const totals = metricTotals();
  const series: DatasetDay[] = [];
  let days = 0;
  let first: string | undefined;
  for await (const day of dataset.days()) {
    days += 1;
    first ??= day.date;
    totals.add(day.metrics);
    series.push(day);
    if (series.length > SERIES_DAYS_MAX) series.shift();
  }
  const last = series.at(-1)?.date;
  const measured = first === undefined || last === undefined ? undefined : { first, last };
  return { days, series, dayMetrics: totals.all(), ...(measured && { measured }) };
}

async function commentsOf(dataset: Dataset) {
  const best = highest<DatasetComment>(TOP_COMMENTS);
  let comments = 0;
  for await (const comment of dataset.comments()) {
    comments += 1;
    if (comment.likes !== undefined && comment.likes > 0) best.add(comment.likes, comment);
  }
  return { comments, topComments: best.all() };
}

/** An item as lists of the best show it; texts can be long. */
function slim({ transcript: _, vision: __, description, ...item }: DatasetItem): DatasetItem {
  return description === undefined ? item : { ...item, description: description.slice(0, 300) };
}

function metricTotals() {
  const found = new Map<string, { sum: number; last: number; highest: number; told: number }>();
  return {
    add(values: MetricValues) {
      for (const [name, value] of Object.entries(values)) {
        if (!Number.isFinite(value)) continue;
        const before = found.get(name) ?? { sum: 0, last: 0, highest: value, told: 0 };
        before.sum += value;
        before.last = value;
        before.highest = Math.max(before.highest, value);
        before.told += 1;
        found.set(name, before);
      }
    },
    all(): readonly MetricSummary[] {
      return inOrder(found.keys()).map((name) => {
        const { sum, last, highest, told } = found.get(name) as NonNullable<ReturnType<typeof found.get>>;
        const nature = natureOf(name);
        const value = { count: sum, level: last, rate: sum / told, people: undefined }[nature];
        return { name, label: labelOf(name), nature, value, highest, told };
      });
    },
  };
}

/** Keeps the entries with the highest values, the earlier ones first among equals. */
function highest<T>(count: number) {
  const kept: { readonly value: number; readonly entry: T }[] = [];
  return {
    add(value: number, entry: T) {
      const at = kept.findIndex((other) => other.value < value);
      if (at < 0) kept.push({ value, entry });
      else kept.splice(at, 0, { value, entry });
      if (kept.length > count) kept.pop();
    },
    all: () => kept.map(({ entry }) => entry),
  };
}

function missingParts(reasons: ReadonlyMap<string, number>, holds: string): readonly string[] {
  return [...reasons].map(([key, count]) => {
    const [what, reason = ''] = key.split('\n');
    return `${what} of ${count} ${count === 1 ? holds.slice(0, -1) : holds} are missing: ${explain(reason)}`;
  });
}

/** The reason as a sentence for the customer. */
function explain(reason: string): string {
  if (reason === 'not_configured') return 'this installation has no settings for them.';
  return reason.replaceAll('_', ' ').replace(/[^.!?]$/, '$&.');
}

/** Metrics that the platform told for some items only. */
function untold(metrics: readonly MetricSummary[], items: number, holds: string): readonly string[] {
  const partly = metrics.filter(({ told }) => told < items);
  return partly.map(
    ({ label, told }) => `${label}: told by the platform for ${told} of ${items} ${holds}. Totals count those only.`,
  );
}
