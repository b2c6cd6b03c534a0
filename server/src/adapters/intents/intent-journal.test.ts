import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let folder: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
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

test('an intent and its outcome leave lines without content', async () => {
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
});

test('every way to take back or change what waits leaves a line without content', async () => {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = async (name: string) => {
    const later = { text: `Canary ${name}`, scheduled_at, targets: targetsOn(ws, 'mastodon', 'twitter') };
    const { id } = (await ws.api.post('/v1/posts', later)).body;
    const rows = await service.sql('select id, platform from actions where post_id = $1', [id]);
    return { id, ...Object.fromEntries(rows.map((row) => [row.platform, row.id])) } as Record<string, string>;
  };
  const changesOf = async (action = '') =>
    (await lines()).filter((line) => line.action === action).map(({ event, tenant }) => `${event} ${tenant}`);
  const told = async (action: string | undefined, ...events: string[]) => {
    await until(async () => (await changesOf(action)).length === events.length, `${events} is noted`);
    expect(await changesOf(action)).toEqual(events.map((event) => `${event} ${ws.tenantId}`));
  };

  const deleted = await plan('deleted');
  await ws.api.delete(`/v1/posts/${deleted.id}?platform=mastodon`);
  await told(deleted.mastodon, 'withdrawn');
  await ws.api.delete(`/v1/posts/${deleted.id}`);
  await told(deleted.twitter, 'withdrawn');

  const changed = await plan('changed');
  await ws.api.patch(`/v1/posts/${changed.id}`, { text: 'Canary words' });
  await told(changed.mastodon, 'edited');
  await ws.api.patch(`/v1/posts/${changed.id}`, { scheduled_at: null });
  await told(changed.mastodon, 'edited', 'withdrawn');
  await ws.api.patch(`/v1/posts/${changed.id}`, { scheduled_at });
  await told(changed.mastodon, 'edited', 'withdrawn', 'edited');
  await ws.api.patch(`/v1/posts/${changed.id}`, { targets: targetsOn(ws, 'mastodon') });
  await told(changed.twitter, 'edited', 'withdrawn', 'edited', 'withdrawn');
  const rejected = await plan('refused');
  await ws.api.patch(`/v1/posts/${rejected.id}`, { text: 'Canary words', scheduled_at: 'yesterday' });
  await ws.api.patch(`/v1/posts/${rejected.id}?dry_run=true`, { text: 'Canary words' });

  const cut = await plan('cut');
  await ws.api.delete(`/v1/accounts/${accountOf(ws, 'twitter').id}`);
  await told(cut.twitter, 'withdrawn');
  await told(rejected.twitter, 'withdrawn');
  expect(await changesOf(cut.mastodon)).toEqual([]);
  expect(JSON.stringify(await lines())).not.toContain('Canary');
});
