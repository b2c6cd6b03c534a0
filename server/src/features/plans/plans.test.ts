import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService } from '../../../test/harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

/** The first table of the specification's limits. Prices are dollars a month. */
const PLANS = `
| Free       | Hobby       | 2         | 10        | 50        | 100 MB    | $0     |
| Starter    | Side Hustle | 10        | unlimited | unlimited | unlimited | $29    |
| Pro        | Full Send   | 50        | unlimited | unlimited | unlimited | $109   |
| Business   | Empire      | 200       | unlimited | unlimited | unlimited | $349   |
| Enterprise | Enterprise  | unlimited | unlimited | unlimited | unlimited | custom |`;

/** The second one: Free, Starter, Pro, Business, Enterprise. */
const EXPORTS = `
| Exports per month          | 2      | 10        | 20        | unlimited | unlimited |
| Max videos per export      | 30     | 200       | 500       | unlimited | unlimited |
| Max transcripts per export | 10     | unlimited | unlimited | unlimited | unlimited |
| Vision analysis            | No     | Yes       | Yes       | Yes       | Yes       |
| Event retention (days)     | 1      | 7         | 30        | 90        | 90        |
| Report expiry (days)       | 7      | 30        | 30        | 90        | 90        |
| Export cooldown            | 7 days | 24 hours  | 1 hour    | 1 hour    | none      |`;

const cellsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const WORDS: Readonly<Record<string, unknown>> = {
  unlimited: -1,
  custom: -1,
  none: 0,
  No: false,
  Yes: true,
  '100 MB': 104_857_600,
  '7 days': 604_800,
  '24 hours': 86_400,
  '1 hour': 3600,
};
const toValue = (cell = '') => WORDS[cell] ?? Number(cell.replace('$', ''));

describe('list_plans', () => {
  test('has every value of the two tables of the specification', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const { status, body } = await ws.api.get('/v1/billing/plans');
    expect(status).toBe(200);
    const [exports, videos, transcripts, vision, retention, expiry, cooldown] = cellsOf(EXPORTS).map(([, ...cells]) =>
      cells.map(toValue),
    ) as unknown[][];
    const expected = cellsOf(PLANS).map(([tier = '', name, brands, posts, interactions, storage, price], plan) => ({
      tier: tier.toLowerCase(),
      name,
      monthly_price_usd: toValue(price),
      popular: tier === 'Pro',
      limits: {
        profiles: toValue(brands),
        posts_per_month: toValue(posts),
        interactions_per_month: toValue(interactions),
        storage_bytes: toValue(storage),
        event_retention_days: retention?.[plan],
        exports_per_month: exports?.[plan],
        videos_per_export: videos?.[plan],
        transcripts_per_export: transcripts?.[plan],
        vision: vision?.[plan],
        report_expiry_days: expiry?.[plan],
        export_cooldown_seconds: cooldown?.[plan],
      },
    }));
    const told = body.plans.map(({ tagline, annual_price_usd: annual, ...plan }: Body) => {
      expect(tagline).toMatch(/\w/);
      expect(Number.isInteger(annual)).toBe(true);
      return plan;
    });
    expect(told).toEqual(expected);
    expect(body.plans.map((plan: Body) => plan.annual_price_usd)).toEqual([0, 276, 1044, 3348, -1]);
  });

  test('answers any key, also a test key and one that is limited', async () => {
    const ws = await service.workspace({ plan: 'enterprise' });
    expect((await ws.liveApi.get('/v1/billing/plans')).body).toEqual((await ws.api.get('/v1/billing/plans')).body);
    await service.sql(`update api_keys set scopes = '{media:read}' where tenant_id = $1`, [ws.tenantId]);
    expect((await ws.api.get('/v1/billing/plans')).status).toBe(200);
    expect((await fetch(`${service.url}/v1/billing/plans`)).status).toBe(401);
  });
});
