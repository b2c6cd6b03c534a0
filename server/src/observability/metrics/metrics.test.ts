import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { comment, fault, longThrottle } from '../../../test/steps.ts';
import { addHook } from '../../features/webhooks/webhooks.fixture.ts';
import { operations } from '../../operations.ts';
import { familiesOf, familyOf, type Sample, samplesOf } from './exposition.fixture.ts';
import { FAMILIES, PREFIX } from './families.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['mastodon'] });
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
  const account = ws.accounts.mastodon?.id as string;
  const hook = await addHook(ws, ['post.published']);
  const posted = await ws.api.post('/v1/posts', {
    text: 'Measured',
    targets: [{ account_id: account }],
    publish_now: true,
  });
  expect(posted.status).toBe(201);
  await until(async () => (await hook.received()).length > 0, 'the delivery arrived');
  const [target] = (await ws.api.get(`/v1/posts/${posted.body.id}`)).body.targets;
  await comment(ws, 'mastodon', target.platform_post_id, 'Hello');
  await until(
    async () => (await service.sql('select from comments where account_id = $1', [account])).length > 0,
    'the comment arrived',
  );
  await fault(ws, 'mastodon', longThrottle);
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
    return sampleOf(samplesOf(now), 'delivery_attempts_total', { outcome: 'success', mode: 'test' }) === 1 && now;
  }, 'the delivery is counted');

  const samples = samplesOf(text);
  const families = familiesOf(text);
  const ours = [...families.keys()].filter((name) => name.startsWith(PREFIX));
  expect(ours).toEqual(Object.keys(FAMILIES).map((name) => PREFIX + name));
  const seen = new Set(samples.map(({ name }) => familyOf(name, families)));
  expect(ours.filter((name) => !seen.has(name))).toEqual(NOT_SEEN.map((name) => PREFIX + name));

  const onMastodon = { platform: 'mastodon', mode: 'test' };
  expect(sampleOf(samples, 'http_requests_total', { operation: 'create_post', status: '201' })).toBe(2);
  expect(sampleOf(samples, 'http_request_duration_seconds_count', { operation: 'create_post' })).toBe(2);
  expect(sampleOf(samples, 'posts_settled_total', { outcome: 'published', mode: 'test' })).toBe(1);
  expect(sampleOf(samples, 'posts_settled_total', { outcome: 'published', mode: 'live' })).toBe(0);
  expect(sampleOf(samples, 'actions_settled_total', { ...onMastodon, action: 'publish', outcome: 'published' })).toBe(
    1,
  );
  expect(sampleOf(samples, 'platform_calls_total', { ...onMastodon, outcome: 'ok' })).toBeGreaterThan(1);
  expect(sampleOf(samples, 'platform_calls_total', { ...onMastodon, outcome: 'throttled' })).toBe(1);
  expect(sampleOf(samples, 'platform_throttles_total', onMastodon)).toBe(1);
  expect(sampleOf(samples, 'inbound_lag_seconds_count', { ...onMastodon, source: 'reading' })).toBe(1);
  expect(sampleOf(samples, 'accounts_reconnect_required', onMastodon)).toBe(1);
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
  for (const id of [ws.id, ws.tenantId, ws.world, ws.accounts.mastodon?.id as string]) expect(text).not.toContain(id);
});
