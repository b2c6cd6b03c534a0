import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, ledgerOf, targetsOn, waiting } from '../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let folder: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
  folder = join(service.dataDir, 'intents');
});
afterAll(() => service?.close());

const publish = (platform: string, text: string) => ({ text, publish_now: true, targets: targetsOn(ws, platform) });

async function lines() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line));
}

test('nothing is sent while the intent cannot be noted outside the database', async () => {
  // A file in the place of the folder, as after a disk was taken away.
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  const { id } = (await ws.api.post('/v1/posts', publish('twitter', 'Not noted'))).body;
  const steps = async () => (await ws.api.get(`/v1/posts/${id}/attempts`)).body.data;
  const isPostponed = async () => (await steps()).some(({ state }: { state: string }) => state === 'not_sent');
  await until(isPostponed, 'it is put off');
  expect(await ledgerOf(ws, 'twitter')).toEqual([]);
  const health = await fetch(`${service.url}/health/ready`);
  expect({ status: health.status, body: await health.json() }).toMatchObject({
    status: 503,
    body: { intent_journal: 'not writable' },
  });

  await rm(folder);
  await mkdir(folder);
  const { id: account } = accountOf(ws, 'twitter');
  await service.sql(`update accounts set not_before = now() where id = $1`, [account]);
  await until(async () => (await ws.api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
  expect(await ledgerOf(ws, 'twitter')).toHaveLength(1);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
});

test('an intent, its outcome and a withdrawal leave lines without content', async () => {
  const { body: post } = await ws.api.post('/v1/posts', publish('mastodon', 'Canary content'), waiting);
  const [{ id: action }] = await service.sql('select id from actions where post_id = $1', [post.id]);
  const platform_id = post.targets[0].platform_post_id;
  await until(async () => (await lines()).some((line) => line.platform_id === platform_id), 'the outcome is noted');
  const ofAction = (await lines()).filter((line) => line.action === action);
  const ids = {
    epoch: 1,
    tenant: ws.tenantId,
    account: accountOf(ws, 'mastodon').id,
    action,
    attempt: 0,
    kind: 'publish',
  };
  expect(ofAction).toMatchObject([
    { event: 'intent', ...ids },
    { event: 'settled', ...ids, status: 'published', platform_id },
  ]);

  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const later = { text: 'Canary later', scheduled_at, targets: targetsOn(ws, 'mastodon') };
  const { body: planned } = await ws.api.post('/v1/posts', later);
  const [{ id: taken }] = await service.sql('select id from actions where post_id = $1', [planned.id]);
  await ws.api.delete(`/v1/posts/${planned.id}`);
  await until(async () => (await lines()).some((line) => line.action === taken), 'the withdrawal is noted');
  expect((await lines()).find((line) => line.action === taken)).toMatchObject({
    event: 'withdrawn',
    tenant: ws.tenantId,
  });
  expect(JSON.stringify(await lines())).not.toContain('Canary');
});
