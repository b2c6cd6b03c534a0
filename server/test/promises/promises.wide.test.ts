import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldEvents } from '../../src/core/events/held-events.ts';
import { PLATFORMS } from '../../src/core/platforms.ts';
import { sceneOf } from '../../src/scenes/scenes.ts';
import { startTestService, type TestService } from '../harness.ts';
import { assertKept, keptBy } from './promises.ts';

const HELD_EVENTS = Object.keys(heldEvents);

/** Events that no scene of `trigger` causes, each with the test of its feature that does. */
const CAUSED_IN: Readonly<Record<string, string>> = {
  'account.token_expiring': 'accounts/tokens.test.ts',
  'page.removed': 'connecting/pages.test.ts',
  ...Object.fromEntries(HELD_EVENTS.map((event) => [event, 'held/held.test.ts'])),
  'review.decided': 'review-links/review-links.test.ts',
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
    // `trigger.wide.test.ts` plays each scene.
    if (seen.has(event) || typeof sceneOf(event) !== 'string') continue;
    const path = CAUSED_IN[event];
    expect(path, `nothing causes ${event}`).toBeDefined();
    const features = join(import.meta.dirname, '../../src/features');
    expect(readFileSync(join(features, path ?? ''), 'utf8'), path).toContain(`'${event}'`);
  }
});
