import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../core/test-account.ts';
import { type AsLocation, asLocation, newSimulator } from '../testing.ts';

const simulator = newSimulator();
let cafe: AsLocation;
beforeAll(async () => {
  await simulator.start();
  await simulator.settings({ rate_limits: false });
  cafe = await asLocation(simulator, 'cafe');
});
afterAll(() => simulator.close());

const reviewsOf = async (location: AsLocation, query = '') => (await location.get(`reviews${query}`)).body;

describe('reviews', () => {
  test('none, then in order, with average and pages', async () => {
    const pub = await asLocation(simulator);
    expect(await reviewsOf(pub)).toEqual({});
    await pub.review({ rating: '4', comment: 'Good coffee', name: 'Jane' });
    await pub.review({ rating: '5', name: 'Omar' });
    await pub.review({ rating: '1', comment: 'Cold', name: 'Mei' });
    const { reviews, averageRating, totalReviewCount } = await reviewsOf(pub);
    expect({ averageRating, totalReviewCount }).toEqual({ averageRating: 3.3, totalReviewCount: 3 });
    expect(reviews.map((row: Json) => row.reviewer.displayName)).toEqual(['Mei', 'Omar', 'Jane']);
    expect(reviews[1]).toMatchObject({ starRating: 'FIVE', reviewer: { isAnonymous: false } });
    expect(reviews[1]).not.toHaveProperty('comment');
    expect(reviews[2]).toMatchObject({ name: `${pub.id}/reviews/${reviews[2].reviewId}`, comment: 'Good coffee' });
    const stars = async (order: string) =>
      (await reviewsOf(pub, `?orderBy=${order}`)).reviews.map((row: Json) => row.starRating);
    expect(await stars('rating')).toEqual(['ONE', 'FOUR', 'FIVE']);
    expect(await stars('rating%20desc')).toEqual(['FIVE', 'FOUR', 'ONE']);
    expect((await pub.get('reviews?orderBy=name')).status).toBe(400);
    const first = await reviewsOf(pub, '?pageSize=2');
    expect((await reviewsOf(pub, `?pageSize=2&pageToken=${first.nextPageToken}`)).reviews).toHaveLength(1);

    await pub.review({ rating: '3', comment: 'Warm now', name: 'Mei' });
    expect((await reviewsOf(pub)).reviews[0]).toMatchObject({ starRating: 'THREE', comment: 'Warm now' });
  });

  test('a reply is pending, then approved; another takes its place; it can be taken back', async () => {
    const pub = await asLocation(simulator);
    await pub.review({ rating: '4', comment: 'Good' });
    const { name } = (await reviewsOf(pub)).reviews[0];
    const reply = (comment: string) => pub.call('PUT', 'business', `/v4/${name}/reply`, { comment });
    const look = async () => (await pub.get(`/v4/${name}`)).body.reviewReply;
    expect((await reply('Thanks!')).body).toMatchObject({ comment: 'Thanks!', reviewReplyState: 'PENDING' });
    expect(await look()).toMatchObject({ comment: 'Thanks!', reviewReplyState: 'APPROVED' });
    await simulator.fault({ kind: 'not_ready', polls: 1, platform: 'google', account: pub.id });
    await reply('Thank you!');
    expect([(await look()).reviewReplyState, (await look()).reviewReplyState]).toEqual(['PENDING', 'APPROVED']);
    await reply('Call +44 20 7946 0000');
    expect((await look()).reviewReplyState).toBe('REJECTED');
    expect((await reply('é'.repeat(2049))).status).toBe(400);
    expect((await reply(' ')).status).toBe(400);
    const entries = await simulator.ledger(`account=${pub.id}&kind=reply`);
    expect(entries[0]).toMatchObject({ operation: 'reply', in_reply_to: name, text: 'Thanks!' });
    expect((await pub.call('DELETE', 'business', `/v4/${name}/reply`)).body).toEqual({});
    expect(await look()).toBeUndefined();
    expect((await pub.call('DELETE', 'business', `/v4/${name}/reply`)).status).toBe(404);
    expect((await cafe.get(`/v4/${name}`)).status).toBe(403);
    expect((await pub.get('reviews/AbFvNone')).status).toBe(404);
  });

  test('a review survives a restart', async () => {
    await cafe.review({ rating: '2', comment: 'Kept' });
    await simulator.restart();
    expect((await reviewsOf(cafe)).reviews[0].comment).toBe('Kept');
  });
});

test('metrics of a location by day', async () => {
  const range = (end: string, date: string) => {
    const [year, month, day] = date.split('-').map(Number);
    return `dailyRange.${end}.year=${year}&dailyRange.${end}.month=${month}&dailyRange.${end}.day=${day}`;
  };
  const days = `${range('startDate', '2026-11-01')}&${range('endDate', '2026-11-03')}`;
  const at = (verb: string) => cafe.get(`/v1/${cafe.locationName}:${verb}`, 'performance');
  const multi = await at(
    `fetchMultiDailyMetricsTimeSeries?dailyMetrics=WEBSITE_CLICKS&dailyMetrics=CALL_CLICKS&${days}`,
  );
  const [{ dailyMetricTimeSeries }] = multi.body.multiDailyMetricTimeSeries;
  expect(dailyMetricTimeSeries.map(({ dailyMetric }: Json) => dailyMetric)).toEqual(['WEBSITE_CLICKS', 'CALL_CLICKS']);
  const single = await at(`getDailyMetricsTimeSeries?dailyMetric=WEBSITE_CLICKS&${days}`);
  expect(single.body.timeSeries).toEqual(dailyMetricTimeSeries[0].timeSeries);
  expect(single.body.timeSeries.datedValues[0].date).toEqual({ year: 2026, month: 11, day: 1 });
  expect((await at(`getDailyMetricsTimeSeries?dailyMetric=LIKES&${days}`)).status).toBe(400);
  expect((await at('getDailyMetricsTimeSeries?dailyMetric=CALL_CLICKS')).status).toBe(400);
  expect((await cafe.get(`/v1/${cafe.locationName}`, 'performance')).status).toBe(404);
});
