import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORMS } from '../../src/core/platforms.ts';
import { startTestService, type TestService } from '../harness.ts';
import { assertKept, keptBy } from './promises.ts';

/** The events of posts and accounts, each with the test of its feature that causes it. */
const CAUSED_IN: Readonly<Record<string, string>> = {
  'post.scheduled': 'posts/create-post.test.ts',
  'post.published': 'posts/create-post.test.ts',
  'post.partial': 'posts/publish-post.test.ts',
  'post.failed': 'posts/publish-post.test.ts',
  'post.unconfirmed': 'posts/status-after-removal.test.ts',
  'post.updated': 'posts/change-published-posts.test.ts',
  'post.deleted': 'posts/change-published-posts.test.ts',
  'post.unpublished': 'posts/unpublish-post.test.ts',
  'post.retried': 'posts/publish-post.test.ts',
  'account.connected': 'connecting/connecting.test.ts',
  'account.disconnected': 'connecting/pages.test.ts',
  'account.token_expiring': 'accounts/tokens.test.ts',
  'page.removed': 'connecting/pages.test.ts',
  'webhook.disabled': 'webhooks/delivery/delivery.worker.test.ts',
};

let service: TestService;
const seen = new Set<string>();

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

describe('every platform keeps what it promises', () => {
  test.concurrent.each(PLATFORMS)(
    '%s',
    async (platform) => {
      const kept = await keptBy(service, platform);
      for (const type of kept.events) seen.add(type);
      assertKept(kept);
    },
    180_000,
  );
});

test('every event of the catalogue is caused by something', async () => {
  const { api } = await service.workspace();
  const { data } = (await api.get('/v1/webhooks/events')).body;
  for (const { event } of data) {
    if (seen.has(event)) continue;
    const path = CAUSED_IN[event];
    expect(path, `nothing causes ${event}`).toBeDefined();
    const features = join(import.meta.dirname, '../../src/features');
    expect(readFileSync(join(features, path ?? ''), 'utf8'), path).toContain(`'${event}'`);
  }
});
