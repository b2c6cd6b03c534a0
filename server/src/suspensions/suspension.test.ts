import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { operate } from '../../test/operator.ts';
import { accountOf, heldCall, ledgerOf, targetsOn, waiting } from '../../test/steps.ts';
import { suspensions } from './index.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
});
afterAll(() => service?.close());

const publish = (platform: string, text: string) => ({ text, publish_now: true, targets: targetsOn(ws, platform) });
const textsOn = async (platform: string) => (await ledgerOf(ws, platform)).map(({ text }) => text);

async function hold(reason: 'restore' | 'import' = 'import'): Promise<void> {
  await service.app.db.system.transaction((tx) =>
    suspensions.suspend(tx, [ws.tenantId], { reason, since: new Date() }),
  );
}
const resume = () => suspensions.resume(service.app.db.system, [ws.tenantId]);

/** A key remembers its tenant for a second. */
async function known(isSuspended: boolean): Promise<void> {
  await until(
    async () => ((await ws.api.get('/v1/workspace')).body.held !== null) === isSuspended,
    'the suspension is known',
  );
}

test('a suspended tenant publishes nothing; what comes in meanwhile goes out once afterwards', async () => {
  await hold();
  await known(true);
  const shown = (await ws.api.get('/v1/workspace')).body.held;
  expect(shown).toMatchObject({ reason: 'import' });

  const started = performance.now();
  const made = await ws.api.post('/v1/posts', publish('mastodon', 'While suspended'), waiting);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ status: 'publishing', warnings: [{ rule: 'held', field: 'targets.0' }] });
  const health = await (await fetch(`${service.url}/health/ready`)).json();
  expect(health).toMatchObject({ status: 'ready', held_workspaces: 1 });

  // Another tenant is served by the same workers, so they had the chance to claim the suspended one's post as well.
  const other = await service.workspace({ platforms: ['mastodon'] });
  const others = { text: 'Free', publish_now: true, targets: targetsOn(other, 'mastodon') };
  expect((await other.api.post('/v1/posts', others, waiting)).body.status).toBe('published');
  expect(await textsOn('mastodon')).toEqual([]);

  await resume();
  await until(
    async () => (await ws.api.get(`/v1/posts/${made.body.id}`)).body.status === 'published',
    'it is published',
  );
  expect(await textsOn('mastodon')).toEqual(['While suspended']);
  await known(false);
  expect((await ws.api.get('/v1/workspace')).body.held).toBeNull();
});

test('a worker that claimed before the suspension and was suspended sends nothing', async () => {
  // The call before the intent is kept waiting, like a worker that is stopped there.
  const { platformId } = accountOf(ws, 'twitter');
  const upload = { platform: 'twitter', account: platformId, operation: 'upload_media', kind: 'hold', when: 'before' };
  await ws.control('POST', 'faults', upload);
  const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
  const post = { ...publish('twitter', 'Claimed before'), media: [image] };
  const { id } = (await ws.api.post('/v1/posts', post)).body;
  const call = await heldCall(ws);
  await hold();
  await ws.control('POST', `held/${call}/release`, {});
  const freed = `select 1 from accounts where id = $1 and lease_until <= now()`;
  await until(async () => (await service.sql(freed, [accountOf(ws, 'twitter').id])).length > 0, 'the lease is gone');
  const other = await service.workspace({ platforms: ['twitter'] });
  const others = { text: 'Free', publish_now: true, targets: targetsOn(other, 'twitter') };
  expect((await other.api.post('/v1/posts', others, waiting)).body.status).toBe('published');
  expect(await textsOn('twitter')).toEqual([]);
  expect((await service.sql('select 1 from actions where post_id = $1 and intent_at is not null', [id])).length).toBe(
    0,
  );

  await resume();
  await until(async () => (await ws.api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
  expect(await textsOn('twitter')).toEqual(['Claimed before']);
});

test('a release ends with an error when another process keeps an account for itself, and lets nothing go', async () => {
  const { id: account } = accountOf(ws, 'twitter');
  await hold();
  const { id } = (await ws.api.post('/v1/posts', publish('twitter', 'Long ago'))).body;
  await service.sql(`update holds set held_at = now() where tenant_id = $1`, [ws.tenantId]);
  await service.sql(`update actions set due_at = now() - interval '2 hours' where post_id = $1`, [id]);
  const words = ['restore', 'release', '--workspace', ws.id, '--unchecked', '--yes', '--wait'];
  const keep = (until: string) => service.sql(`update accounts set lease_until = ${until} where id = $1`, [account]);
  await keep(`now() + interval '1 hour'`);
  await expect(operate(service, [...words, '0'])).rejects.toThrow(/did not end within 0 seconds/);
  expect(await service.sql('select 1 from holds where tenant_id = $1', [ws.tenantId])).toHaveLength(1);
  await keep(`'-infinity'`);
  await operate(service, [...words, '30']);
  await known(false);
  expect((await ws.api.get(`/v1/posts/${id}`)).body.targets[0]).toMatchObject({
    status: 'failed',
    error: { code: 'held_too_long' },
  });
});

test('an imported workspace renews no token before the old installation is stopped', async () => {
  const { id: account, platformId } = accountOf(ws, 'twitter');
  const { body: post } = await ws.api.post('/v1/posts', publish('twitter', 'To be measured'), waiting);
  const credentials = async () =>
    (await service.sql('select credentials from accounts where id = $1', [account]))[0].credentials;
  const before = await credentials();
  await ws.control('POST', 'faults', { kind: 'expired_token', platform: 'twitter', account: platformId });
  await hold('import');
  const sourceOf = async () => (await ws.api.get(`/v1/posts/${post.id}/metrics`)).body.data.targets[0];
  expect((await sourceOf()).error?.message).toContain('the old installation');
  expect(await credentials()).toBe(before);
  await resume();
  expect((await sourceOf()).source).toBe('live');
  expect(await credentials()).not.toBe(before);
});
