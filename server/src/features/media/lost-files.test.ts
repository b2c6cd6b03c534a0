import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, targetOf, until } from '../../../test/harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service.close());

describe('publish_post with a stored file that the storage has lost', () => {
  // One platform takes the bytes from us, one loads the file itself.
  for (const platform of ['mastodon', 'instagram'] as const)
    test(`on ${platform} fails as our fault, and works again when the file is back`, async () => {
      const { api, accounts, tenantId, simulatorUrl } = await service.workspace({ platforms: [platform] });
      const form = new FormData();
      form.set('file', await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob(), 'a.jpg');
      const { media_id: source } = (await api.post('/v1/media/upload', form)).body;
      const path = join(service.dataDir, 'media', tenantId, source);
      renameSync(path, `${path}.away`);
      const { body } = await api.post('/v1/posts', {
        text: 'With a file',
        media: [{ source_type: 'media_id', source }],
        targets: [targetOf(accounts[platform])],
        publish_now: true,
      });
      const settled = async (status: string) =>
        until(async () => {
          const { body: post } = await api.get(`/v1/posts/${body.id}`);
          return post.status === status && post;
        }, `the post is ${status}`);
      expect((await settled('failed')).targets[0].error).toMatchObject({
        code: 'media_unavailable',
        caused_by: 'system',
        retryable: true,
        remedy: expect.stringMatching(/restored the storage/),
      });

      renameSync(`${path}.away`, path);
      expect((await api.post(`/v1/posts/${body.id}/retry`)).status).toBe(200);
      await settled('published');
    });
});
