import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { type Child, startChild } from '../kill/child-process.ts';
import { fault, heldCall, image, ledgerOf, targetsOn } from '../steps.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' });
});
afterAll(() => service?.close());

const worker = (hangsAt = '^never$'): Child =>
  startChild('server/test/watchdog/hanging-service.ts', {
    PORT: '0',
    ROLE: 'worker',
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    SIMULATOR_URL: service.simulatorRoot,
    PUBLIC_URL: service.url,
    LEASE_SECONDS: '2',
    LOOK_DELAY_FACTOR: '0.02',
    POLL_SECONDS: '86400',
    HANGS_AT: hangsAt,
  });

/**
 * Starts the worker whenever it has ended, as a supervisor does, until the posts have ended. Returns the last log lines
 * of those that ended in an action.
 */
async function supervise(ws: TestWorkspace, posts: readonly string[], hangsAt: string): Promise<Body[]> {
  const lines: Body[] = [];
  for (;;) {
    const child = worker(hangsAt);
    const ended = until(
      async () => (await Promise.all(posts.map((id) => isEnded(ws, id)))).every(Boolean),
      'it ends',
      300_000,
    );
    if (await Promise.race([ended.then(() => true), child.exited.then(() => false)])) {
      child.signal('SIGTERM');
      return lines.filter(({ action_id: id }) => id !== undefined);
    }
    ended.catch(() => {});
    lines.push(JSON.parse(child.output().trimEnd().split('\n').at(-1) ?? ''));
  }
}

const publish = async (ws: TestWorkspace, platform: string, more: Body): Promise<string> =>
  (await ws.api.post('/v1/posts', { targets: targetsOn(ws, platform), publish_now: true, ...more })).body.id;
const isEnded = async ({ api }: TestWorkspace, id: string) =>
  (await api.get(`/v1/posts/${id}`)).body.status !== 'publishing';
const actionOf = async (id: string): Promise<Body> =>
  (await service.sql('select * from actions where post_id = $1', [id]))[0];

test('an action that stops the process three times before its intent fails', async () => {
  const ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
  await fault(ws, 'twitter', { kind: 'hold', operation: 'publish', when: 'before', times: 0 });
  const bystander = await publish(ws, 'twitter', { text: 'In flight meanwhile' });
  const poison = await publish(ws, 'mastodon', { text: 'Poison', media: [{ ...image, alt_text: 'A hostile text' }] });
  const lines = await supervise(ws, [poison], '"description":"A hostile text"');

  const action = await actionOf(poison);
  const facts = { level: 'fatal', action_id: action.id, tenant_id: ws.tenantId, post_id: poison, worker: 'publish' };
  expect(lines.length).toBe(3);
  for (const line of lines) expect(line).toMatchObject(facts);
  expect(lines[0].err.stack).toContain('hanging-service.ts');
  expect(action).toMatchObject({ status: 'failed', error: { code: 'internal_error', caused_by: 'system' } });
  expect(action.error.message).toContain('stopped the service 3 times');
  expect(await ledgerOf(ws, 'mastodon')).toEqual([]);

  expect(await actionOf(bystander)).toMatchObject({ status: 'publishing', hang_count: 0 });
  await ws.control('DELETE', 'faults');
  await supervise(ws, [bystander], '^never$');
  expect(await actionOf(bystander)).toMatchObject({ status: 'published' });
  expect(await ledgerOf(ws, 'twitter')).toHaveLength(1);
}, 600_000);

test('an action that stops the process three times after its intent is looked up and not sent again', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const poison = await publish(ws, 'mastodon', { text: 'Hostile words' });
  const lines = await supervise(ws, [poison], '^\\{.*"content":"<p>Hostile words');
  expect(lines.map(({ step }) => step)).toEqual(['send', 'send', 'send']);
  expect(await actionOf(poison)).toMatchObject({ status: 'published' });
  expect(await ledgerOf(ws, 'mastodon')).toHaveLength(1);
}, 600_000);

test('an action whose lookup stops the process as well is unconfirmed', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const poison = await publish(ws, 'mastodon', { text: 'Hostile words' });
  const lines = await supervise(ws, [poison], '"content":"<p>Hostile words');
  expect(lines.map(({ step }) => step)).toEqual(['send', 'send', 'send', 'lookup']);
  expect(await actionOf(poison)).toMatchObject({ status: 'unconfirmed', error: { code: 'unconfirmed' } });
}, 600_000);

test('an action whose process is killed three times is published', async () => {
  const ws = await service.workspace({ platforms: ['twitter'] });
  await fault(ws, 'twitter', { kind: 'hold', operation: 'publish', when: 'before', times: 4 });
  const post = await publish(ws, 'twitter', { text: 'Killed again and again' });
  for (let kill = 0; kill < 3; kill++) {
    const child = worker();
    await heldCall(ws);
    child.signal('SIGKILL');
    await child.exited;
  }
  await ws.control('DELETE', 'faults');
  await supervise(ws, [post], '^never$');
  expect(await actionOf(post)).toMatchObject({ status: 'published', hang_count: 0 });
}, 600_000);
