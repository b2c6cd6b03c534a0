import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator } from '../../../../simulator/src/index.ts';
import { type Body, createClient, until } from '../../../test/harness.ts';
import { memoryOf } from '../../../test/memory-of.ts';
import { initialisedFolder, startService, useProcesses } from '../../../test/start/processes.fixture.ts';
import { worldOf } from '../../../test/world.ts';

/** `EXPORT_COMMENTS=100000` measures with 500 posts and so many comments; it takes many minutes. */
const COMMENTS = Number(process.env.EXPORT_COMMENTS ?? 0);
const POSTS = Number(process.env.EXPORT_POSTS ?? 500);
const MEMORY_MIB_MAX = 150;

useProcesses();
// The simulator lives in this process, so that the service's memory is its own.
const folder = mkdtempSync(join(tmpdir(), 'hubbub-export-memory-'));
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  simulator = await startSimulator({ dataDir: folder });
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(COMMENTS === 0)(
  `an export of ${POSTS} posts with ${COMMENTS} comments takes at most ${MEMORY_MIB_MAX} MB of memory`,
  async () => {
    const service = await startService({
      DATA_DIR: initialisedFolder(),
      SIMULATOR_URL: simulator.url,
      DEFAULT_PLAN: 'enterprise',
      POLL_SECONDS: '3600',
    });
    const api = createClient(service.url, service.key);
    const { data } = (await api.get('/v1/accounts?platform=mastodon')).body;
    const [{ id }] = data;
    const { control } = await worldOf(service, simulator.url);
    const { accounts } = await control('GET', 'accounts');
    const account = accounts.find(({ platform }: Body) => platform === 'mastodon').platform_id;
    const atOnce = pLimit(8);
    const posts: string[] = [];
    for (let number = 1; number <= POSTS; number++) {
      const options = { text: `Number ${number}`, targets: [{ account_id: id }], publish_now: true };
      const { body } = await api.post('/v1/posts', options, { headers: { prefer: 'wait=30' } });
      posts.push(body.targets[0].platform_post_id);
    }
    const text = 'Something that a person says about a post, in a sentence or two. '.repeat(3);
    const comment = (number: number) =>
      control('POST', 'strangers', {
        ...{ platform: 'mastodon', account, action: 'comment', text: `${number} ${text}` },
        ...{ username: `person${number % 500}`, post_id: posts[number % POSTS] },
      });
    await Promise.all(Array.from({ length: COMMENTS }, (_, number) => atOnce(() => comment(number))));

    const idle = memoryOf(service.pid);
    let most = idle;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(service.pid));
    }, 100);
    const { body: made } = await api.post(`/v1/accounts/${id}/export`, {});
    const done = await until(
      async () => {
        const { body } = await api.get(`/v1/exports/${made.id}`);
        return !['pending', 'processing'].includes(body.status) && body;
      },
      'the export has ended',
      1_800_000,
    );
    clearInterval(watching);
    console.info(`idle ${Math.round(idle)} MB, most ${Math.round(most)} MB`);
    expect(done).toMatchObject({ status: 'completed', total_videos: POSTS, counts: { comments: COMMENTS } });
    expect(most - idle).toBeLessThan(MEMORY_MIB_MAX);
  },
  3_600_000,
);
