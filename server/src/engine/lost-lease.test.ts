import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, fault, ledgerOf, targetsOn } from '../../test/steps.ts';

const PLATFORMS = ['twitter', 'mastodon', 'bluesky', 'threads'] as const;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS });
});
afterAll(() => service?.close());

test('a response after the lease was lost is not written, and does not keep others from being settled', async () => {
  for (const platform of PLATFORMS) await fault(ws, platform, { kind: 'hold', when: 'after' });
  const post = { text: 'Answered late', targets: targetsOn(ws, ...PLATFORMS), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', post)).body;
  const heldCalls = async () => (await ws.control('GET', 'held')).held.length === PLATFORMS.length;
  await until(heldCalls, 'every platform has the post');
  const lost = accountOf(ws, 'mastodon').id;
  // As another worker's claim does.
  await service.sql(
    `update accounts set lease_attempt = lease_attempt + 1, lease_until = now() + interval '1 minute' where id = $1`,
    [lost],
  );
  await ws.control('POST', 'held/release-all');
  const statuses = async () => {
    const { targets } = (await ws.api.get(`/v1/posts/${id}`)).body;
    return Object.fromEntries(targets.map((target: Record<string, string>) => [target.platform, target.status]));
  };
  const others = async () => Object.values(await statuses()).filter((status) => status === 'published').length === 3;
  await until(others, 'the others are published');
  expect((await statuses()).mastodon).toBe('publishing');

  await service.sql(`update accounts set lease_until = '-infinity' where id = $1`, [lost]);
  await until(async () => (await statuses()).mastodon === 'published', 'the next worker finds the outcome');
  for (const platform of PLATFORMS) expect(await ledgerOf(ws, platform), platform).toHaveLength(1);
});
