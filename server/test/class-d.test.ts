import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';

let service: TestService;
let ws: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['telegram'] });
});
afterAll(() => service.close());

const account = () => ws.accounts.telegram as { id: string; platformId: string };
const entries = async () =>
  (await ws.control('GET', `ledger?platform=telegram&account=${account().platformId}`)).entries;

async function publish(text: string) {
  const body = { text, publish_now: true, targets: [{ account_id: account().id }] };
  const { body: made } = await ws.api.post('/v1/posts', body);
  const done = async () => {
    const { body: post } = await ws.api.get(`/v1/posts/${made.id}`);
    return post.status === 'publishing' ? undefined : post.targets[0];
  };
  return await until(done, 'the post has an outcome');
}

test('a post with a response is published', async () => {
  const target = await publish('Seen');
  expect(target).toMatchObject({ status: 'published', platform_post_id: (await entries()).at(-1).platform_id });
});

test('a post without a response is sent once and reported as unconfirmed', async () => {
  const fault = { platform: 'telegram', account: account().platformId, operation: 'publish' };
  for (const kind of ['accept_drop', 'drop_before']) {
    await ws.control('POST', 'faults', { ...fault, kind });
    expect(await publish(`Lost by ${kind}`)).toMatchObject({ status: 'unconfirmed' });
  }
  const texts = (await entries()).map(({ text }: { text: string }) => text);
  expect(texts.filter((text: string) => text.startsWith('Lost'))).toEqual(['Lost by accept_drop']);
});
