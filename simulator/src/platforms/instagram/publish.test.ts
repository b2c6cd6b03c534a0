import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleImage, sampleVideo, TestInstagram, TestSimulator } from './testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator, 'acme');
});
afterAll(() => simulator.close());

const ledger = (account: string) => simulator.ledger(`platform=instagram&account=${account}&kind=post`);

describe('media_publish', () => {
  test('an image becomes a post', async () => {
    const creation_id = await instagram.container({ image_url: sampleImage, caption: 'Hi #x', alt_text: 'Sunset' });
    const { status, body } = await instagram.post(`${instagram.id}/media_publish`, { creation_id });
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^179\d{14}$/) }]);

    const fields =
      'id,permalink,shortcode,timestamp,media_type,media_product_type,caption,alt_text,username,owner,media_url';
    const media = (await instagram.get(body.id, { fields })).body;
    expect(media).toEqual({
      id: body.id,
      permalink: `https://www.instagram.com/p/${media.shortcode}/`,
      shortcode: expect.stringMatching(/^[\w-]{11}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      caption: 'Hi #x',
      alt_text: 'Sunset',
      username: 'acme',
      owner: { id: instagram.id },
      media_url: sampleImage,
    });
    expect((await instagram.get(creation_id, { fields: 'status_code' })).body.status_code).toBe('PUBLISHED');
    expect((await ledger(instagram.id)).at(-1)).toMatchObject({
      operation: 'publish',
      platform_id: body.id,
      text: 'Hi #x',
      media: [{ type: 'image', url: sampleImage, alt: 'Sunset' }],
    });
  });

  test('a second time is an error and no second post', async () => {
    const other = await TestInstagram.make(simulator);
    const creation_id = await other.container();
    const responses = await Promise.all([1, 2, 3].map(() => other.post('me/media_publish', { creation_id })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 24,
      error_subcode: 2207006,
    });
    expect(await ledger(other.id)).toHaveLength(1);
  });

  test('identical captions are two posts', async () => {
    const other = await TestInstagram.make(simulator);
    await other.publish({ image_url: sampleImage, caption: 'Same' });
    await other.publish({ image_url: sampleImage, caption: 'Same' });
    expect((await other.get('me/media')).body.data).toHaveLength(2);
  });

  test('not ready, unknown, an item alone, no id', async () => {
    await simulator.fault({ platform: 'instagram', kind: 'not_ready', polls: 1 });
    const slow = await instagram.container();
    const publish = async (values: Record<string, string>) => {
      const { error } = (await instagram.post('me/media_publish', values)).body;
      return [error.code, error.error_subcode];
    };
    expect(await publish({ creation_id: slow })).toEqual([9007, 2207027]);
    expect(await publish({ creation_id: '17800000000000000' })).toEqual([24, 2207008]);
    expect(
      await publish({ creation_id: await instagram.container({ image_url: sampleImage, is_carousel_item: true }) }),
    ).toEqual([100, undefined]);
    expect(await publish({})).toEqual([100, undefined]);
    await instagram.get(slow, { fields: 'status_code' });
    expect((await instagram.post('me/media_publish', { creation_id: slow })).status).toBe(200);
  });

  test('a reel', async () => {
    const id = await instagram.publish({ media_type: 'REELS', video_url: sampleVideo, caption: 'Move' });
    const fields = 'permalink,shortcode,media_type,media_product_type,thumbnail_url,is_shared_to_feed';
    const { body } = await instagram.get(id, { fields });
    expect(body).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS', is_shared_to_feed: true });
    expect(body.permalink).toBe(`https://www.instagram.com/reel/${body.shortcode}/`);
    expect(body.thumbnail_url).toContain('sample.jpg');
  });

  test('a story is in stories for a day and never among the posts', async () => {
    const other = await TestInstagram.make(simulator);
    const id = await other.publish({ media_type: 'STORIES', image_url: sampleImage, caption: 'ignored' });
    const fields = 'caption,permalink,media_product_type';
    expect((await other.get('me/stories', { fields })).body.data).toEqual([
      {
        id,
        media_product_type: 'STORY',
        permalink: expect.stringMatching(/^https:\/\/www\.instagram\.com\/stories\/acme\d*\/3\d+$/),
      },
    ]);
    expect((await other.get('me/media')).body).toEqual({ data: [] });
    await simulator.advance(86_401);
    expect((await other.get('me/stories')).body).toEqual({ data: [] });
  });

  test('a carousel of an image and a video', async () => {
    const image = await instagram.container({ image_url: sampleImage, is_carousel_item: true, alt_text: 'One' });
    const video = await instagram.container({ media_type: 'VIDEO', video_url: sampleVideo, is_carousel_item: true });
    const id = await instagram.publish({
      media_type: 'CAROUSEL',
      children: JSON.stringify([image, video]),
      caption: 'Two',
    });
    const { body } = await instagram.get(id, { fields: 'media_type,children{media_type,media_url,alt_text}' });
    expect(body.media_type).toBe('CAROUSEL_ALBUM');
    expect(body.children.data).toEqual([
      { id: expect.any(String), media_type: 'IMAGE', media_url: sampleImage, alt_text: 'One' },
      { id: expect.any(String), media_type: 'VIDEO', media_url: sampleVideo },
    ]);
    const [first] = body.children.data;
    expect((await instagram.get(first.id, { fields: 'media_type' })).body.media_type).toBe('IMAGE');
    const listed = (await instagram.get('me/media')).body.data.map((media: { id: string }) => media.id);
    expect(listed).toContain(id);
    expect(listed).not.toContain(first.id);
    expect((await ledger(instagram.id)).at(-1)?.media).toHaveLength(2);
  });

  test('a carousel with a broken item never becomes ready', async () => {
    const good = await instagram.container({ image_url: sampleImage, is_carousel_item: true });
    const bad = await instagram.container({ media_type: 'VIDEO', video_url: sampleImage, is_carousel_item: true });
    const parent = await instagram.container({ media_type: 'CAROUSEL', children: `${good},${bad}` });
    await instagram.get(parent);
    expect((await instagram.get(parent, { fields: 'status_code' })).body.status_code).toBe('ERROR');
  });

  test('a post cannot be deleted with Instagram Login, its comments can be switched off', async () => {
    const id = await instagram.publish();
    expect((await instagram.delete(id)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await instagram.post(id, { comment_enabled: false })).body).toEqual({ success: true });
    expect((await instagram.get(id, { fields: 'is_comment_enabled' })).body.is_comment_enabled).toBe(false);
    expect((await instagram.post(`${id}/comments`, { message: 'x' })).body.error.code).toBe(10);
  });
});

describe('the quota', () => {
  test('100 posts in a rolling day, a carousel counts once', { timeout: 30_000 }, async () => {
    const other = await TestInstagram.make(simulator);
    const limit = (values = {}) =>
      other.get(`${other.id}/content_publishing_limit`, { fields: 'quota_usage,config', ...values });
    const items = [1, 2].map(() => other.container({ image_url: sampleImage, is_carousel_item: true }));
    await other.publish({ media_type: 'CAROUSEL', children: (await Promise.all(items)).join(',') });
    expect((await limit()).body).toEqual({
      data: [{ quota_usage: 1, config: { quota_total: 100, quota_duration: 86_400 } }],
    });
    await simulator.advance(3600);
    const { now } = await simulator.control<{ now: string }>('GET', '/state');
    expect((await limit({ since: Math.floor(Date.parse(now) / 1000) - 60 })).body.data[0].quota_usage).toBe(0);

    for (let number = 0; number < 99; number += 1) await other.publish();
    const over = await other.container();
    const rejected = await other.post('me/media_publish', { creation_id: over });
    expect([rejected.status, rejected.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 9, error_subcode: 2207042 }),
    ]);
    expect(await ledger(other.id)).toHaveLength(100);

    await simulator.settings({ rate_limits: false });
    expect((await other.post('me/media_publish', { creation_id: over })).status).toBe(200);
    await simulator.settings({ rate_limits: true });

    const later = await other.container();
    await simulator.advance(86_400 - 3600);
    expect((await other.post('me/media_publish', { creation_id: later })).body.error.code).toBe(9);
    await simulator.advance(3500);
    const fresh = await other.container();
    await simulator.advance(200);
    expect((await other.post('me/media_publish', { creation_id: fresh })).status).toBe(200);
  });
});
