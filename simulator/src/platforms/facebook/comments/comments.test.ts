import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../core/testing.ts';
import { CallbackReceiver } from '../../meta/test-callbacks.ts';
import type { PlatformSimulator } from '../../meta/test-simulator.ts';
import { signatureOf } from '../../meta/testing.ts';
import { startSimulator, TestFacebook } from '../testing.ts';

let simulator: PlatformSimulator;
let receiver: CallbackReceiver;
let page: TestFacebook;
let post: string;

beforeAll(async () => {
  simulator = await startSimulator();
  receiver = await new CallbackReceiver().start();
  page = await TestFacebook.make(simulator, 'acmebakery');
  await page.subscribe(receiver.url);
  post = await page.publish();
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

/** The change that has this text in it. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function callback(text: string): Promise<any> {
  const found = await until(
    async () => receiver.received.find(({ raw }) => raw.includes(text)),
    (one) => one !== undefined,
  );
  expect(found?.headers['x-hub-signature-256']).toBe(signatureOf(found?.raw ?? '', page.account.app.client_secret));
  return JSON.parse(found?.raw ?? '').entry[0];
}

describe('comments', () => {
  test('are listed with everything, and told by callback', async () => {
    const { platform_id: id } = await page.visitor('comment', 'Great post!', { post_id: post });
    const fields =
      'id,message,from{id,name,picture},created_time,like_count,comment_count,is_hidden,can_hide,can_remove,can_reply_privately,user_likes,parent{id},permalink_url';
    const { data, summary } = (await page.get(`${post}/comments`, { fields, summary: true })).body;
    expect(summary).toEqual({ order: 'chronological', total_count: 1, can_comment: true });
    const [comment] = data;
    expect(comment).toEqual({
      id,
      message: 'Great post!',
      from: {
        name: 'Jane Smith',
        id: expect.stringMatching(/^7\d{15}$/),
        picture: { data: { url: expect.any(String) } },
      },
      created_time: expect.any(String),
      like_count: 0,
      comment_count: 0,
      is_hidden: false,
      can_hide: true,
      can_remove: true,
      can_reply_privately: true,
      user_likes: false,
      permalink_url: expect.stringContaining('?comment_id='),
    });
    const entry = await callback('Great post!');
    expect(entry.changes[0]).toMatchObject({
      field: 'feed',
      value: {
        item: 'comment',
        verb: 'add',
        from: { id: comment.from.id, name: 'Jane Smith' },
        post_id: post,
        comment_id: id,
        parent_id: post,
        message: 'Great post!',
        post: { id: post, is_published: true },
      },
    });
    expect([entry.id, String(entry.time).length]).toEqual([page.id, 10]);
  });

  test('an answer, levels, order', async () => {
    const own = await page.publish('Levels');
    const first = (await page.visitor('comment', 'One', { post_id: own })).platform_id;
    const second = (await page.visitor('comment', 'Two', { post_id: own })).platform_id;
    const reply = (await page.post(`${first}/comments`, { message: 'Thanks' })).body.id;
    const ids = async (path: string, values = {}) =>
      (await page.get(path, values)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids(`${own}/comments`)).toEqual([first, second]);
    expect(await ids(`${own}/comments`, { order: 'reverse_chronological' })).toEqual([second, first]);
    expect(await ids(`${own}/comments`, { filter: 'stream' })).toEqual([first, second, reply]);
    expect(await ids(`${first}/comments`)).toEqual([reply]);
    expect((await page.get(reply, { fields: 'parent{id},from' })).body).toMatchObject({
      parent: { id: first },
      from: { id: page.id },
    });
    expect((await simulator.ledger(`account=${page.id}&kind=reply`)).at(-1)).toMatchObject({
      operation: 'reply',
      platform_id: reply,
      in_reply_to: first,
    });
    expect((await callback('Thanks')).changes[0].value).toMatchObject({ parent_id: first, from: { id: page.id } });
    const { comments } = (await page.get(own, { fields: 'comments.limit(1).summary(true){message}' })).body;
    expect([comments.data.length, comments.summary.total_count]).toEqual([1, 3]);
    expect(comments.paging.next).toContain('/comments?');
  });

  test('hide, like, edit, delete', async () => {
    const { platform_id: id } = await page.visitor('comment', 'Hm');
    expect((await page.post(id, { is_hidden: true })).body).toEqual({ success: true });
    expect((await page.post(`${id}/likes`)).body).toEqual({ success: true });
    expect((await page.get(id, { fields: 'is_hidden,user_likes,like_count' })).body).toEqual({
      id,
      is_hidden: true,
      user_likes: true,
      like_count: 1,
    });
    await page.delete(`${id}/likes`);
    expect((await page.get(id, { fields: 'user_likes' })).body.user_likes).toBe(false);
    const own = (await page.post(`${id}/comments`, { message: 'Oh' })).body.id;
    expect((await page.post(own, { is_hidden: true })).body.error.code).toBe(100);
    expect((await page.post(own, { message: 'Oh!' })).body).toEqual({ success: true });
    expect((await page.post(id, { message: 'Mine' })).body.error.error_subcode).toBe(33);
    expect((await page.delete(id)).body).toEqual({ success: true });
    expect((await page.get(own)).status).toBe(400);
    expect((await callback('"verb":"remove"')).changes[0].value.comment_id).toBe(id);
  });

  test('on a reel and on a photo they are those of the post', async () => {
    const photo = (await page.post('me/photos', { url: 'https://simulator.test/files/sample.jpg' })).body;
    const id = (await page.post(`${photo.id}/comments`, { message: 'First!' })).body.id;
    expect((await page.get(`${photo.post_id}/comments`)).body.data[0].id).toBe(id);
    const video_id = await page.uploadedVideo('video_reels');
    await page.post('me/video_reels', { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' });
    const { platform_id } = await page.visitor('comment', 'Nice reel', { post_id: video_id });
    expect((await page.get(`${video_id}/comments`)).body.data[0].id).toBe(platform_id);
  });

  test('likes and mentions', async () => {
    const own = await page.publish('Like me');
    await page.visitor('like', '', { post_id: own });
    await page.visitor('share', '', { post_id: own });
    const fields = 'shares,likes.summary(true).limit(0)';
    expect((await page.get(own, { fields })).body).toMatchObject({
      shares: { count: 1 },
      likes: { data: [], summary: { total_count: 1 } },
    });
    expect((await callback('"item":"reaction"')).changes[0].value).toMatchObject({
      reaction_type: 'like',
      post_id: own,
    });
    const { platform_id } = await page.visitor('mention', 'look at this');
    expect((await page.get('me/tagged', { fields: 'message,from' })).body.data[0]).toMatchObject({ id: platform_id });
    expect((await callback('"field":"mention"')).changes[0].value).toMatchObject({
      item: 'post',
      post_id: platform_id,
    });
    expect((await page.post(`${platform_id}/comments`, { message: 'Thank you' })).status).toBe(200);
  });

  test('nothing is sent to a Page that is not subscribed', async () => {
    const other = await TestFacebook.make(simulator);
    expect((await other.get('me/subscribed_apps')).body).toEqual({ data: [] });
    expect((await other.post('me/subscribed_apps', { subscribed_fields: 'feed,x' })).body.error.message).toContain(
      'subscribed_fields[1] must be one of',
    );
    await other.publish('Silent one');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.received.some(({ raw }) => raw.includes('Silent one'))).toBe(false);
    expect((await page.get('me/subscribed_apps')).body.data[0].subscribed_fields).toContain('feed');
    expect((await other.delete('me/subscribed_apps')).body).toEqual({ success: true });
  });
});
