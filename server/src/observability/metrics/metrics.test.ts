import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { comment, fault, longThrottle } from '../../../test/steps.ts';
import { addHook } from '../../features/webhooks/webhooks.fixture.ts';
import { operations } from '../../operations.ts';
import { familiesOf, familyOf, type Sample, samplesOf } from './exposition.fixture.ts';
import { FAMILIES, type Family, PREFIX } from './families.ts';
import { expressionsOfDashboard, expressionsOfRules, namedIn } from './promql.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({}, { isOwn: true });
  ws = await service.workspace({ platforms: ['facebook'] });
});
afterAll(() => service?.close());

const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
const sampleOf = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>>) =>
  samples.find(
    (sample) =>
      sample.name === PREFIX + name && Object.entries(labels).every(([key, held]) => sample.labels[key] === held),
  )?.value;

/** This service has no REDIS_URL, meets no faults and no numbers that it does not know. */
const NOT_SEEN = [
  'quota_check_degraded',
  'quota_check_degraded_seconds_total',
  'ignored_metrics_total',
  'scrape_errors_total',
];

test('a post, a comment, a delivery and a lost access are counted; every family has samples', async () => {
  const account = ws.accounts.facebook?.id as string;
  const hook = await addHook(ws, ['post.published']);
  const posted = await ws.api.post('/v1/posts', {
    text: 'Measured',
    targets: [{ account_id: account }],
    publish_now: true,
  });
  expect(posted.status).toBe(201);
  await until(async () => (await hook.received()).length > 0, 'the delivery arrived');
  const [target] = (await ws.api.get(`/v1/posts/${posted.body.id}`)).body.targets;
  await comment(ws, 'facebook', target.platform_post_id, 'Hello');
  await until(
    async () => (await service.sql('select from comments where account_id = $1', [account])).length > 0,
    'the comment arrived',
  );
  await fault(ws, 'facebook', longThrottle);
  await ws.api.post('/v1/posts', { text: 'Too many', targets: [{ account_id: account }], publish_now: true });
  await until(
    async () => (await service.sql('select from accounts where id = $1 and throttled_at is not null', [account]))[0],
    'the account is throttled',
  );
  await service.sql("update accounts set status = 'reconnect_required', reconnect_reason = 'x' where id = $1", [
    account,
  ]);
  const text = await until(async () => {
    const now = await metrics();
    const isCounted = sampleOf(samplesOf(now), 'delivery_attempts_total', { outcome: 'success', mode: 'test' }) === 1;
    // The last of the readings, which a busy machine may finish later.
    const isRead = sampleOf(samplesOf(now), 'disk_free_bytes', { place: 'data' }) !== undefined;
    return isCounted && isRead && now;
  }, 'the delivery is counted and the database read');

  const samples = samplesOf(text);
  const families = familiesOf(text);
  const ours = [...families.keys()].filter((name) => name.startsWith(PREFIX));
  expect(ours).toEqual(Object.keys(FAMILIES).map((name) => PREFIX + name));
  const seen = new Set(samples.map(({ name }) => familyOf(name, families)));
  expect(ours.filter((name) => !seen.has(name))).toEqual(NOT_SEEN.map((name) => PREFIX + name));

  const onFacebook = { platform: 'facebook', mode: 'test' };
  expect(sampleOf(samples, 'http_requests_total', { operation: 'create_post', status: '201' })).toBe(2);
  expect(sampleOf(samples, 'http_request_duration_seconds_count', { operation: 'create_post' })).toBe(2);
  expect(sampleOf(samples, 'http_request_duration_seconds_sum', { operation: 'create_post' })).toBeGreaterThan(0);
  expect(sampleOf(samples, 'posts_settled_total', { outcome: 'published', mode: 'test' })).toBe(1);
  expect(sampleOf(samples, 'posts_settled_total', { outcome: 'published', mode: 'live' })).toBe(0);
  expect(sampleOf(samples, 'actions_settled_total', { ...onFacebook, action: 'publish', outcome: 'published' })).toBe(
    1,
  );
  expect(sampleOf(samples, 'platform_calls_total', { ...onFacebook, outcome: 'ok' })).toBeGreaterThan(1);
  expect(sampleOf(samples, 'platform_calls_total', { ...onFacebook, outcome: 'throttled' })).toBe(1);
  expect(sampleOf(samples, 'platform_throttles_total', onFacebook)).toBe(1);
  expect(sampleOf(samples, 'inbound_lag_seconds_count', { ...onFacebook, source: 'callback' })).toBe(1);
  expect(sampleOf(samples, 'accounts_reconnect_required', onFacebook)).toBe(1);
  expect(sampleOf(samples, 'disk_free_bytes', { place: 'data' })).toBeGreaterThan(0);
  const workersOf = (name: string) =>
    samples.flatMap((sample) => (sample.name === PREFIX + name ? (sample.labels.worker ?? '') : []));
  expect(workersOf('queue_due').toSorted()).toEqual(workersOf('worker_polling').toSorted());
  expect(workersOf('queue_oldest_due_seconds')).toEqual(workersOf('queue_due'));
});

test('no label has a value of the caller', async () => {
  const marks: string[] = [];
  for (const method of ['GET', 'POST', 'DELETE', 'HEAD', 'PROPFIND'])
    for (const path of [
      '/',
      '/v1/',
      '/v1/posts/',
      '/v1/accounts/',
      '/callbacks/',
      '/invite/',
      '/docs/',
      '/simulator/',
      '/v1/posts?status=',
      '/v1/%zz',
    ]) {
      const mark = randomBytes(6).toString('hex');
      marks.push(mark);
      const headers = {
        authorization: `Bearer ${mark}`,
        'x-request-id': mark,
        'user-agent': mark,
        'idempotency-key': mark,
      };
      await fetch(`${service.url}${path}${mark}`, { method, headers }).catch(() => {});
      await ws.api.get(`/v1/posts/${mark}`);
    }
  const text = await metrics();
  expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
  const known = new Set(operations.map(({ name }) => name));
  const strange = samplesOf(text)
    .flatMap(({ labels: { operation } }) => operation ?? [])
    .filter((operation) => !known.has(operation) && !/^(none|\*|\/[\w/:.*-]*)$/.test(operation));
  expect(strange).toEqual([]);
  for (const id of [ws.id, ws.tenantId, ws.world, ws.accounts.facebook?.id as string]) expect(text).not.toContain(id);
});

describe('names', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../../deploy', path), 'utf8');
  /** Labels that Prometheus adds, and those of histograms. */
  const ADDED = ['job', 'instance', 'le'];

  test.each([
    ['grafana/hubbub.json', expressionsOfDashboard],
    ['prometheus/alerts.yaml', expressionsOfRules],
  ])('%s names only what /metrics shows', async (path, expressionsOf) => {
    const expressions = expressionsOf(read(path));
    expect(expressions.length).toBeGreaterThan(15);
    const text = await metrics();
    const families = familiesOf(text);
    const samples = samplesOf(text);
    const labelsOf = (metric: string): readonly string[] =>
      (FAMILIES as Readonly<Record<string, Family>>)[familyOf(metric, families).slice(PREFIX.length)]?.labels ?? [];
    for (const expression of expressions) {
      const named = namedIn(expression);
      expect(named.metrics.length, expression).toBeGreaterThan(0);
      for (const metric of named.metrics)
        expect(metric === 'up' || families.has(familyOf(metric, families)), `${metric} in ${expression}`).toBe(true);
      for (const { metric, label, equals } of named.matchers) {
        expect([...ADDED, ...labelsOf(metric)], `${metric} in ${expression}`).toContain(label);
        if (equals === undefined || ADDED.includes(label)) continue;
        const values = samples.flatMap(({ labels }) => labels[label] ?? []);
        expect(values, `${label} in ${expression}`).toContain(equals);
      }
      const grouped = [...ADDED, ...named.metrics.flatMap(labelsOf)];
      for (const label of named.groupings) expect(grouped, expression).toContain(label);
    }
  });

  test('a name that does not exist is found, wherever it stands', () => {
    const expression = 'sum by (platfrm) (rate(hubub_x{mod="live"}[5m])) / max(nodejs_y offset 1h) > 0 and z unless 1';
    expect(namedIn(expression)).toEqual({
      metrics: ['hubub_x', 'nodejs_y', 'z'],
      matchers: [{ metric: 'hubub_x', label: 'mod', equals: 'live' }],
      groupings: ['platfrm'],
    });
  });
});
