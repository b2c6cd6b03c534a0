import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me, ownPin } from './access.ts';
import { type Counts, countActs, countedMetrics, type Metric } from './counts.ts';
import { invalid } from './errors.ts';
import { pinsOf } from './pins.ts';
import type { PinRow, Pinterest } from './store.ts';

const dayMs = 86_400_000;
const daysBackMax = 90;
/** Counted over the whole life of a pin, never by day. */
const lifetimeOnly: readonly Metric[] = ['TOTAL_COMMENTS', 'TOTAL_REACTIONS'];
const usualMetrics: readonly Metric[] = ['IMPRESSION', 'SAVE', 'PIN_CLICK', 'OUTBOUND_CLICK'];

interface Options {
  readonly from: number;
  /** The end of the last day. */
  readonly to: number;
  readonly metrics: readonly Metric[];
}

/** `GET /v5/pins/{id}/analytics`: https://developers.pinterest.com/docs/api/v5/pins-analytics */
export function readPinAnalytics(pinterest: Pinterest, call: Call): PlatformResponse {
  const pin = ownPin(pinterest, call, 'pins:read');
  if (call.input('metric_types') === undefined) throw invalid("'metric_types' is a required property");
  const options = optionsOf(pinterest, call);
  const lifetime = countActs(pinterest, [pin], 0, pinterest.world.clock.now());
  const lifetime_metrics = picked(
    lifetime,
    options.metrics.filter((metric) => lifetimeOnly.includes(metric)),
  );
  return json({ all: { lifetime_metrics, ...series(pinterest, [pin], options) } });
}

/** `GET /v5/user_account/analytics`. */
export function readUserAnalytics(pinterest: Pinterest, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'user_accounts:read');
  return json({ all: series(pinterest, pinsOf(pinterest, platform_id), optionsOf(pinterest, call)) });
}

function series(pinterest: Pinterest, pins: readonly PinRow[], { from, to, metrics }: Options) {
  const daily = metrics.filter((metric) => !lifetimeOnly.includes(metric));
  const daily_metrics: object[] = [];
  for (let day = from; day < to; day += dayMs)
    daily_metrics.push({
      date: new Date(day).toISOString().slice(0, 10),
      data_status: 'READY',
      metrics: picked(countActs(pinterest, pins, day, day + dayMs - 1), daily),
    });
  return { daily_metrics, summary_metrics: picked(countActs(pinterest, pins, from, to), daily) };
}

function picked(counts: Counts, metrics: readonly Metric[]): Record<string, number> {
  return Object.fromEntries(metrics.map((metric) => [metric, counts[metric]]));
}

function optionsOf({ world }: Pinterest, call: Call): Options {
  const from = dayOf(call, 'start_date');
  const end = dayOf(call, 'end_date');
  if (end < from) throw invalid("'end_date' is before 'start_date'");
  if (from < world.clock.now() - (daysBackMax + 1) * dayMs)
    throw invalid(`'start_date' is more than ${daysBackMax} days back`);
  if ((call.input('split_field') ?? 'NO_SPLIT') !== 'NO_SPLIT') throw invalid("'split_field' is not simulated");
  const names = call.inputs('metric_types').flatMap((list) => list.split(','));
  const metrics = names.map((name) => {
    const metric = countedMetrics.find((known) => known === name.trim());
    if (!metric) throw invalid(`'${name}' is not one of ${countedMetrics.join(', ')}`);
    return metric;
  });
  return { from, to: end + dayMs - 1, metrics: metrics.length > 0 ? metrics : usualMetrics };
}

function dayOf(call: Call, name: string): number {
  const value = call.input(name) ?? '';
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw invalid(`'${name}' is not a date`);
  return at;
}
