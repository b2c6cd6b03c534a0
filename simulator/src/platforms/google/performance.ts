import { createHash } from 'node:crypto';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { ownLocation } from './access.ts';
import { badRequest } from './errors.ts';
import type { DateInput } from './posts/event-input.ts';
import type { Google } from './store.ts';

/** https://developers.google.com/my-business/reference/performance/rest/v1/DailyMetric */
const metrics = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_CONVERSATIONS',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_ORDERS',
  'BUSINESS_FOOD_MENU_CLICKS',
];
const dayMs = 86_400_000;
const daysMax = 366 * 2;

/**
 * `GET /v1/locations/2002:fetchMultiDailyMetricsTimeSeries` and `:getDailyMetricsTimeSeries`: the numbers are made up,
 * but the same for the same location, metric and day. A day without a value counts as 0.
 */
export function readSeries(google: Google, call: Call): PlatformResponse {
  const [, verb] = call.param('locationAndVerb').split(':');
  const location = ownLocation(google, call).location;
  const wanted = verb === 'fetchMultiDailyMetricsTimeSeries' ? call.inputs('dailyMetrics') : call.inputs('dailyMetric');
  if (wanted.length === 0) throw badRequest('daily_metrics', 'At least one metric is required.');
  const wrong = wanted.find((metric) => !metrics.includes(metric));
  if (wrong !== undefined) throw badRequest('daily_metrics', `Invalid value: ${wrong}`);
  const days = daysIn(google, call);
  const seriesOf = (metric: string) => ({
    datedValues: days.map((day) => {
      const value = numberFor([location, metric, day.year, day.month, day.day], 20);
      return { date: day, ...(value > 0 && { value: String(value) }) };
    }),
  });
  if (verb === 'getDailyMetricsTimeSeries') return json({ timeSeries: seriesOf(wanted[0] ?? '') });
  const dailyMetricTimeSeries = wanted.map((dailyMetric) => ({ dailyMetric, timeSeries: seriesOf(dailyMetric) }));
  return json({ multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] });
}

/** True for the two verbs that there are; a route cannot tell them from an id. */
export function isSeriesCall(call: Call): boolean {
  const [, verb = ''] = call.param('locationAndVerb').split(':');
  return ['fetchMultiDailyMetricsTimeSeries', 'getDailyMetricsTimeSeries'].includes(verb);
}

/** The days of the range, up to today. */
function daysIn({ world }: Google, call: Call): DateInput[] {
  const from = dateAt(call, 'dailyRange.startDate');
  const to = Math.min(dateAt(call, 'dailyRange.endDate'), world.clock.now());
  if (to - from > daysMax * dayMs) throw badRequest('daily_range', 'The range is too long.');
  const days: DateInput[] = [];
  for (let at = from; at <= to; at += dayMs) {
    const date = new Date(at);
    days.push({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
  }
  return days;
}

function dateAt(call: Call, name: string): number {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(call.input(`${name}.${part}`)));
  const at = Date.UTC(year ?? Number.NaN, (month ?? Number.NaN) - 1, day);
  if (Number.isNaN(at)) throw badRequest(name, 'A full date is required.');
  return at;
}

/** From 0 to below `limit`, always the same for the same words. */
function numberFor(words: readonly (string | number)[], limit: number): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) % limit;
}
