import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
const targets = (...platforms: string[]) => platforms.map((platform) => ({ account_id: ws.accounts[platform]?.id }));

describe('create_post', () => {
  test('publishes to every target and tells where', async () => {
    const { status, body } = await ws.api.post(
      '/v1/posts',
      {
        text: 'Hello, three platforms',
        media: [image],
        targets: targets('twitter', 'mastodon', 'instagram'),
        publish_now: true,
      },
      { headers: { prefer: 'wait=30' } },
    );
    expect(status).toBe(201);
    expect(body.status).toBe('published');
    for (const target of body.targets) {
      const { entries } = await service.control(
        'GET',
        `ledger?platform=${target.platform}&account=${ws.accounts[target.platform]?.platformId}&kind=post`,
      );
      expect(entries.map((entry: { platform_id: string }) => entry.platform_id)).toEqual([target.platform_post_id]);
    }
  });

  test('without flags it makes a draft, free of charge', async () => {
    const before = (await ws.api.get('/v1/usage')).body.posts_used;
    const { status, body } = await ws.api.post('/v1/posts', { text: 'A draft' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'draft',
      text: 'A draft',
      hidden: false,
      retry_count: 0,
      targets: [],
      livemode: false,
    });
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(before);
  });

  test('scheduled in the future it waits, then publishes when due', async () => {
    const { body } = await ws.api.post('/v1/posts', {
      text: 'Later',
      targets: targets('mastodon'),
      scheduled_at: new Date(Date.now() + 1500).toISOString(),
    });
    expect(body.status).toBe('scheduled');
    const published = await until(async () => {
      const { body: post } = await ws.api.get(`/v1/posts/${body.id}`);
      return post.status === 'published' && post;
    }, 'the scheduled post is published');
    expect(new Date(published.published_at).getTime()).toBeGreaterThanOrEqual(new Date(body.scheduled_at).getTime());
  });
});
