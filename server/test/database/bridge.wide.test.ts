import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EARLIER_COMMIT } from '../../src/db/bridge/bridge.ts';
import { type Body, createClient, until } from '../harness.ts';
import { hubbub, run, startService, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';
import { open, publish } from '../start/walkthrough.fixture.ts';
import { worldOf } from '../world.ts';
import { hasCommit, programOf } from './code-of-commit.fixture.ts';

useProcesses();

const MEDIA = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
/** Longer than it takes to stop one version and to start the other. */
const SCHEDULED_AHEAD_MS = 20_000;

test.skipIf(!hasCommit(EARLIER_COMMIT)).each(['SIGTERM', 'SIGKILL'] as const)(
  'a data folder from before the baseline, left by %s, publishes everything that was scheduled',
  async (signal) => {
    const settings = { DATA_DIR: join(temporaryFolder(), 'data'), DEFAULT_PLAN: 'enterprise' };
    const earlier = await startService(settings, programOf(EARLIER_COMMIT));
    const key = earlier.key;
    const before = createClient(earlier.url, key);
    expect((await publish(earlier, 'Published before')).status).toBe('published');
    const hook = { url: 'https://simulator.test/receiver/bridge', events: ['post.published'] };
    const { secret } = (await before.post('/v1/webhooks', hook)).body;
    const world = await worldOf(earlier);
    await world.control('PUT', '../receiver/bridge', { secret });
    const accounts: Body[] = (await before.get('/v1/accounts')).body.data;
    const targets = accounts
      .filter(({ platform }) => open.some((connector) => connector.platform === platform))
      .map(({ id }) => ({ account_id: id }));
    const at = new Date(Date.now() + SCHEDULED_AHEAD_MS).toISOString();
    const texts = ['Scheduled once', 'Scheduled twice', 'Scheduled thrice'];
    for (const text of texts) {
      const { status } = await before.post('/v1/posts', { text, media: MEDIA, targets, scheduled_at: at });
      expect(status).toBe(201);
    }
    expect((await before.post('/v1/posts', { text: 'A draft', targets })).status).toBe(201);
    earlier.child.kill(signal);
    await earlier.ended;

    const here = { DATA_DIR: settings.DATA_DIR };
    const check = await hubbub(['migrate', '--check'], here);
    expect([check.code, check.out]).toEqual([3, expect.stringContaining('bridge.sql')]);
    const service = await startService(settings);
    const api = createClient(service.url, key);
    await until(async () => {
      const { data } = (await api.get('/v1/posts?limit=100')).body;
      const failed = data.filter(({ status }: Body) => ['failed', 'partial'].includes(status));
      expect(failed).toEqual([]);
      return data.filter(({ status }: Body) => status === 'published').length === texts.length + 1;
    }, 'everything scheduled is published');
    const { control } = await worldOf({ url: service.url, key });
    const { entries } = await control('GET', 'ledger?kind=post');
    for (const text of texts)
      expect(entries.filter((entry: Body) => JSON.stringify(entry).includes(text))).toHaveLength(targets.length);
    await until(async () => {
      const receiver = await fetch(`${(await api.get('/v1/test/world')).body.url}/receiver/bridge`);
      const heard = (await receiver.text()).match(/"event":"post.published","id":"[^"]*","verified":true/g) ?? [];
      return heard.length >= texts.length;
    }, 'the events were delivered');
    expect((await publish({ url: service.url, key }, 'Published after')).status).toBe('published');
    expect(service.err()).toBe('');

    // The version before rejects what the bridge left.
    service.child.kill('SIGTERM');
    await service.ended;
    const again = run([], { ...settings, PORT: '0' }, programOf(EARLIER_COMMIT));
    expect(await again.ended).toBe(1);
    expect(again.err()).toContain('which does not know that schema');
  },
  240_000,
);
