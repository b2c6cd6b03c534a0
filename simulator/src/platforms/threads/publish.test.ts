import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { sampleImage, sampleVideo, startSimulator, TestThreads } from './testing.ts';

let simulator: PlatformSimulator;
let threads: TestThreads;

beforeAll(async () => {
  simulator = await startSimulator();
  threads = await TestThreads.make(simulator, 'acme');
});
afterAll(() => simulator.close());

const ledger = (account: string) => simulator.ledger(`platform=threads&account=${account}`);

describe('publishing', () => {
  test('a text: container, status, publish, permalink', async () => {
    const creation_id = await threads.container({ media_type: 'TEXT', text: 'Hi #bread' });
    expect((await threads.get(creation_id, { fields: 'id,status,error_message' })).body).toEqual({
      id: creation_id,
      status: 'FINISHED',
    });
    const { body } = await threads.post(`${threads.id}/threads_publish`, { creation_id });
    const fields =
      'id,media_product_type,media_type,media_url,permalink,owner,username,text,timestamp,shortcode,is_quote_post,topic_tag,has_replies,is_reply,reply_audience,alt_text';
    const post = (await threads.get(body.id, { fields })).body;
    expect(post).toEqual({
      id: expect.stringMatching(/^179\d{14}$/),
      media_product_type: 'THREADS',
      media_type: 'TEXT_POST',
      permalink: `https://www.threads.com/@acme/post/${post.shortcode}`,
      owner: { id: threads.id },
      username: 'acme',
      text: 'Hi #bread',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      shortcode: expect.stringMatching(/^[\w-]{11}$/),
      is_quote_post: false,
      topic_tag: 'bread',
      has_replies: false,
      is_reply: false,
      reply_audience: 'EVERYONE',
    });
    expect((await threads.get(creation_id)).body.status).toBe('PUBLISHED');
    expect(await ledger(threads.id)).toMatchObject([{ kind: 'post', operation: 'publish', platform_id: body.id }]);
  });

  test('an image is not ready before it was looked at', async () => {
    const creation_id = await threads.container({ media_type: 'IMAGE', image_url: sampleImage, alt_text: 'Sunset' });
    const early = await threads.post('me/threads_publish', { creation_id });
    expect(early.body.error).toMatchObject({ code: 24, error_subcode: 4279009, error_user_title: 'Media Not Found' });
    expect((await threads.get(creation_id)).body.status).toBe('IN_PROGRESS');
    expect((await threads.get(creation_id)).body.status).toBe('FINISHED');
    const { body } = await threads.post('me/threads_publish', { creation_id });
    expect((await threads.get(body.id, { fields: 'media_type,media_url,alt_text' })).body).toEqual({
      id: body.id,
      media_type: 'IMAGE',
      media_url: sampleImage,
      alt_text: 'Sunset',
    });
  });

  test('a carousel of finished items', async () => {
    const image = await threads.container({ media_type: 'IMAGE', image_url: sampleImage, is_carousel_item: true });
    const video = await threads.finished({ media_type: 'VIDEO', video_url: sampleVideo, is_carousel_item: true });
    const early = await threads.post('me/threads', { media_type: 'CAROUSEL', children: `${image},${video}` });
    expect(early.body.error.error_subcode).toBe(4279009);
    await threads.get(image);
    const id = await threads.publish({ media_type: 'CAROUSEL', children: `${image},${video}`, text: 'Two' });
    const { body } = await threads.get(id, { fields: 'media_type,text,children{media_type,media_url}' });
    expect(body).toMatchObject({ media_type: 'CAROUSEL_ALBUM', text: 'Two' });
    expect(body.children.data.map((child: { media_type: string }) => child.media_type)).toEqual(['IMAGE', 'VIDEO']);
    const alone = await threads.finished({ media_type: 'IMAGE', image_url: sampleImage, is_carousel_item: true });
    expect((await threads.post('me/threads_publish', { creation_id: alone })).status).toBe(400);
  });

  test('a container is published once', async () => {
    const other = await TestThreads.make(simulator);
    const creation_id = await other.container({ media_type: 'TEXT', text: 'Once' });
    const responses = await Promise.all([1, 2, 3].map(() => other.post('me/threads_publish', { creation_id })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ledger(other.id)).toHaveLength(1);
  });

  test('a thread: parts answer the part before and are no posts of the list', async () => {
    const other = await TestThreads.make(simulator);
    const first = await other.publish({ media_type: 'TEXT', text: 'One' });
    const second = await other.publish({ media_type: 'TEXT', text: 'Two', reply_to_id: first });
    const third = await other.publish({ media_type: 'TEXT', text: 'Three', reply_to_id: second });
    const fields = 'root_post,replied_to,is_reply,is_reply_owned_by_me';
    expect((await other.get(third, { fields })).body).toEqual({
      id: third,
      root_post: { id: first },
      replied_to: { id: second },
      is_reply: true,
      is_reply_owned_by_me: true,
    });
    expect((await other.get('me/threads')).body.data).toEqual([{ id: first }]);
    expect((await other.get('me/replies')).body.data).toEqual([{ id: third }, { id: second }]);
    expect((await ledger(other.id)).map(({ kind, in_reply_to }) => [kind, in_reply_to])).toEqual([
      ['post', undefined],
      ['post', first],
      ['post', second],
    ]);
  });

  test('text published at once, and a quote', async () => {
    const other = await TestThreads.make(simulator);
    const first = (await other.post('me/threads', { media_type: 'TEXT', text: 'Now', auto_publish_text: true })).body
      .id;
    expect((await other.get(first, { fields: 'text' })).body.text).toBe('Now');
    const quote = await other.publish({ media_type: 'TEXT', text: 'See', quote_post_id: first });
    expect((await other.get(quote, { fields: 'is_quote_post,quoted_post' })).body).toEqual({
      id: quote,
      is_quote_post: true,
      quoted_post: { id: first },
    });
    const [call] = await simulator.calls(`account=${other.id}&operation=publish`);
    expect(call?.path).toContain('/threads');
  });

  test('poll, link, long text, GIF', async () => {
    const id = await threads.publish({
      media_type: 'TEXT',
      text: 'Bread?',
      poll_attachment: JSON.stringify({ option_a: 'Yes', option_b: 'No' }),
      link_attachment: 'https://acme.example/',
    });
    const { body } = await threads.get(id, { fields: 'poll_attachment,link_attachment_url' });
    expect(body.link_attachment_url).toBe('https://acme.example/');
    expect(body.poll_attachment).toMatchObject({ option_a: 'Yes', option_a_votes_percentage: 0, total_votes: 0 });
    const json = await threads.postJson('me/threads', {
      media_type: 'TEXT',
      text_attachment: { plaintext: 'x'.repeat(10_000) },
      gif_attachment: { gif_id: 'abc', provider: 'GIPHY' },
    });
    expect(json.status).toBe(200);
  });
});

describe('quotas and deletion', () => {
  test('delete', async () => {
    const id = await threads.publish();
    expect((await threads.delete(id)).body).toEqual({ success: true, deleted_id: id });
    expect((await threads.get(id)).body.error.error_subcode).toBe(33);
    expect((await threads.delete(id)).status).toBe(400);
  });

  test('250 posts a day; replies and deletions have quotas of their own', async () => {
    const other = await TestThreads.make(simulator);
    const values = { media_type: 'TEXT', text: 'x', auto_publish_text: true };
    const first = (await other.post('me/threads', values)).body.id;
    await other.post('me/threads', { ...values, reply_to_id: first });
    for (let count = 1; count < 250; count += 1) await other.post('me/threads', values);
    const { error } = (await other.post('me/threads', values)).body;
    expect([error.code, error.message]).toEqual([9, 'Application request limit reached']);
    await other.delete(first);
    const fields = 'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config';
    expect((await other.get('me/threads_publishing_limit', { fields })).body).toEqual({
      data: [
        {
          quota_usage: 250,
          config: { quota_total: 250, quota_duration: 86_400 },
          reply_quota_usage: 1,
          reply_config: { quota_total: 1000, quota_duration: 86_400 },
          delete_quota_usage: 1,
          delete_config: { quota_total: 100, quota_duration: 86_400 },
        },
      ],
    });
    await simulator.settings({ rate_limits: false });
    expect((await other.post('me/threads', values)).status).toBe(200);
    await simulator.settings({ rate_limits: true });
    await simulator.advance(86_401);
    expect((await other.post('me/threads', values)).status).toBe(200);
  });
});
