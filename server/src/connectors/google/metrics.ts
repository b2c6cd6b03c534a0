import type { DailyMetrics, DayMetric } from '../../core/analytics/metrics.ts';
import { callGoogle, locationNumber, locationOf } from './client.ts';
import { DailySeries } from './wire.ts';

const NAMES: Readonly<Record<string, DayMetric>> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'impressions',
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 'impressions',
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 'impressions',
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 'impressions',
  WEBSITE_CLICKS: 'clicks',
  CALL_CLICKS: 'clicks',
  BUSINESS_DIRECTION_REQUESTS: 'clicks',
};

/**
 * Views of the location on Google Search and Maps, and clicks on its website, telephone and directions. Google omits a
 * count of 0. https://developers.google.com/my-business/reference/performance/rest
 */
export const dailyMetrics: DailyMetrics = {
  daysBack: 89,
  async read(session, from, to) {
    const location = `locations/${locationNumber(locationOf(session)) ?? ''}`;
    const query = new URLSearchParams([
      ...Object.keys(NAMES).map((name): [string, string] => ['dailyMetrics', name]),
      ...bound('startDate', from),
      ...bound('endDate', to),
    ]);
    const path = `/v1/${location}:fetchMultiDailyMetricsTimeSeries?${query}`;
    const request = { host: 'performance', method: 'GET', path } as const;
    const { multiDailyMetricTimeSeries: told } = await callGoogle(session, 'read', request, DailySeries);
    const series = told.flatMap(({ dailyMetricTimeSeries }) => dailyMetricTimeSeries);
    const days = new Map<string, Partial<Record<DayMetric, number>>>();
    for (const { value: one } of series) {
      const ours = NAMES[one.dailyMetric];
      if (ours === undefined) continue;
      for (const { value: dated } of one.timeSeries.datedValues) {
        const day = dayOf(dated.date);
        days.set(day, { ...days.get(day), [ours]: (days.get(day)?.[ours] ?? 0) + dated.value });
      }
    }
    return [...days].map(([day, metrics]) => ({ day, metrics }));
  },
};

function bound(name: string, day: string): [string, string][] {
  const [year = '', month = '', date = ''] = day.split('-').map((part) => String(Number(part)));
  return Object.entries({ year, month, day: date }).map(([part, value]) => [`dailyRange.${name}.${part}`, value]);
}

function dayOf({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
