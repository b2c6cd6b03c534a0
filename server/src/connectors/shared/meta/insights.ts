import { z } from 'zod';
import type { DayMetric, DayMetrics, Numbers } from '../../../core/analytics/metrics.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import { eachValid, lenient, metricCount, platformTime } from '../call-platform.ts';

const insightValue = z.object({ value: metricCount });

/** One metric over the lifetime of a post: its number is in `values`, for some metrics in `total_value`. */
const insight = z
  .object({ name: z.string(), values: lenient(z.array(insightValue)), total_value: lenient(insightValue) })
  .transform(({ name, values, total_value }) => ({ name, value: (values?.[0] ?? total_value)?.value }));

/** The metrics of a post by name; broken and empty ones are omitted. */
export const insights = z
  .object({ data: eachValid(insight) })
  .transform(
    ({ data }) =>
      new Map(data.flatMap(({ value: { name, value } }) => (value === undefined ? [] : [[name, value] as const]))),
  );

const dayValue = z.object({ value: metricCount, end_time: platformTime });

/** Metrics of an account by day. */
export const dailyInsights = z.object({
  data: eachValid(z.object({ name: z.string(), values: eachValid(dayValue) })),
});

/** Meta's names of metrics, each with ours. */
type Names<Ours extends string> = Readonly<Record<string, Ours>>;

/**
 * Asks for metrics, together or one by one: one name that Meta has removed fails the whole call. What may not be read
 * or is removed is missing.
 */
export async function askMetrics<Answer>(
  names: Names<string>,
  ask: (metrics: string) => Promise<Answer>,
): Promise<Answer[]> {
  const together = Object.keys(names).join(',');
  const whole = await unlessRejected(ask(together));
  if (whole === 'unknown' && together.includes(',')) {
    const parts: Answer[] = [];
    for (const name of Object.keys(names)) {
      const part = await unlessRejected(ask(name));
      if (typeof part === 'object') parts.push(part.answer);
    }
    return parts;
  }
  return typeof whole === 'object' ? [whole.answer] : [];
}

async function unlessRejected<Answer>(asked: Promise<Answer>): Promise<{ answer: Answer } | 'unknown' | 'forbidden'> {
  try {
    return { answer: await asked };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'rejected') return 'unknown';
    if (error.kind === 'forbidden') return 'forbidden';
    throw error;
  }
}

/** The numbers in our words. */
export function inOurWords<Ours extends string>(
  names: Names<Ours>,
  answers: readonly ReadonlyMap<string, number>[],
): Numbers<Ours> {
  const found = answers.flatMap((answer) => [...answer]);
  return Object.fromEntries(
    found.flatMap(([name, value]) => (names[name] === undefined ? [] : [[names[name], value]])),
  ) as Numbers<Ours>;
}

const DAY_MS = 24 * 3600_000;

/** The numbers by day. A day of Meta ends at midnight Pacific; its value carries the time of its end. */
export function byDay(
  names: Names<DayMetric>,
  answers: readonly z.output<typeof dailyInsights>[],
): readonly DayMetrics[] {
  const days = new Map<string, Partial<Record<DayMetric, number>>>();
  for (const { value: series } of answers.flatMap(({ data }) => data)) {
    const ours = names[series.name];
    if (ours === undefined) continue;
    for (const { value } of series.values) {
      const day = new Date(value.end_time.getTime() - DAY_MS).toISOString().slice(0, 10);
      days.set(day, { ...days.get(day), [ours]: value.value });
    }
  }
  return [...days].map(([day, metrics]) => ({ day, metrics }));
}

/** The bounds of a range of days, in whole seconds: from the start of the first to the end of the last. */
export function secondsOfDays(from: string, to: string, now: Date): { readonly since: number; readonly until: number } {
  const until = Math.min(Date.parse(`${to}T00:00:00Z`) + DAY_MS, now.getTime());
  return { since: Date.parse(`${from}T00:00:00Z`) / 1000, until: Math.floor(until / 1000) };
}
