import { afterAll, beforeAll, describe, test } from 'vitest';
import { startTestService, type TestService } from '../harness.ts';
import { assertKept, keptBy } from './promises.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** Messages that are pushed, reviews, and comments that are polled; `promises.wide.test.ts` has all platforms. */
describe('platforms keep what they promise', () => {
  test.concurrent.each(['whatsapp', 'google', 'linkedin_page'] as const)('%s', async (platform) =>
    assertKept(await keptBy(service, platform)),
  );
});
