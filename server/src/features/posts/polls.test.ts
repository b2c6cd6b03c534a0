import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf } from '../../../test/harness.ts';
import { POLLS } from './rules/valid-posts.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'telegram'] });
});
afterAll(() => service?.close());

const publish = (platform: keyof typeof POLLS, more: object = {}) =>
  ws.api.post(
    '/v1/posts',
    {
      text: `Which bread on ${platform}? ${JSON.stringify(more).length}`,
      targets: [{ ...targetOf(ws.accounts[platform]), platform_data: { poll: POLLS[platform] } }],
      publish_now: true,
      ...more,
    },
    { headers: { prefer: 'wait=30' } },
  );

test.each(['twitter', 'mastodon'] as const)(
  'a poll on %s stands under the first part of a thread',
  async (platform) => {
    const { status, body, text } = await publish(platform, { segments: ['We will tell'] });
    expect(status, text).toBe(201);
    const { targets } = (await ws.api.get(`/v1/posts/${body.id}`)).body;
    expect(targets[0].status, text).toBe('published');
  },
);

test('a poll with a lost response is found by its text', async () => {
  const fault = { kind: 'accept_drop', platform: 'twitter', operation: 'publish' };
  await ws.control('POST', 'faults', { ...fault, account: ws.accounts.twitter?.platformId });
  const { body, text } = await publish('twitter', { title: 'Lost' });
  expect(body.targets[0].status, text).toBe('published');
});

test('a poll on Telegram uses the text as its question', async () => {
  const { status, body, text } = await publish('telegram');
  expect(status, text).toBe(201);
  const account = ws.accounts.telegram?.platformId;
  const { entries } = await ws.control('GET', `ledger?platform=telegram&account=${account}`);
  expect(entries).toMatchObject([{ text: body.text, kind: 'post' }]);
});

test.each(['twitter', 'mastodon', 'telegram'] as const)(
  '%s takes media or a poll, not both, and no poll without choices',
  async (platform) => {
    const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
    expect(await publish(platform, { media })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('not both'), meta: { field: 'targets.0.platform_data.poll', platform } },
    });
    const poll = { ...POLLS[platform], options: [] };
    const { status, body: rejected } = await ws.api.post('/v1/posts', {
      text: 'No choice',
      targets: [{ ...targetOf(ws.accounts[platform]), platform_data: { poll } }],
    });
    expect([status, rejected.meta.field]).toEqual([400, 'targets.0.platform_data.poll.options']);
  },
);
