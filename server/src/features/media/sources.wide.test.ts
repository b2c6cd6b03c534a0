import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService, until } from '../../../test/harness.ts';
import { targetsOn } from '../../../test/steps.ts';
import { proxyOf } from './sources.fixture.ts';

const PIECE = Buffer.alloc(256 * 1024, 'endless ');

test('a file at an address that never ends fails its target, and nothing of it is kept', async () => {
  let sent = 0;
  const proxy = proxyOf({
    endless(_, response) {
      const more = () => {
        while (!response.destroyed && response.write(PIECE)) sent += PIECE.length;
      };
      response.on('drain', more);
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      // As images begin.
      response.write(Buffer.from('ffd8ffe000104a46494600', 'hex'));
      more();
    },
  });
  const service = await startTestService({}, { throughSimulator: (url) => proxy.listen(url) });
  try {
    const ws = await service.workspace({ platforms: ['mastodon'] });
    const media = [{ source_type: 'url', source: 'https://simulator.test/files/endless.jpg' }];
    const post = { text: 'For ever', media, targets: targetsOn(ws, 'mastodon'), publish_now: true };
    const { body } = await ws.api.post('/v1/posts', post);
    const failed = await until(
      async () => {
        const { status, targets } = (await ws.api.get(`/v1/posts/${body.id}`)).body;
        return status === 'failed' && targets[0];
      },
      'the post has failed',
      240_000,
    );
    expect(failed.error).toMatchObject({ code: 'rejected', message: expect.stringContaining('could not be fetched') });
    expect(sent).toBeLessThan(2 * 1024 ** 3);
    expect(readdirSync(join(service.dataDir, 'uploads'))).toEqual([]);
  } finally {
    await service.close();
    proxy.close();
  }
}, 300_000);
