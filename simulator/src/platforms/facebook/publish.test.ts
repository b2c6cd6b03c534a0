import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { responseOf } from '../meta/testing.ts';
import { sampleImage, sampleVideo, startSimulator, TestFacebook } from './testing.ts';

let simulator: PlatformSimulator;
let page: TestFacebook;

beforeAll(async () => {
  simulator = await startSimulator();
  page = await TestFacebook.make(simulator, 'acmebakery');
});
afterAll(() => simulator.close());

const ledger = (account = page.id) => simulator.ledger(`platform=facebook&account=${account}`);
const error = async (response: Promise<{ body: { error: { code: number; error_subcode?: number } } }>) => {
  const { code, error_subcode } = (await response).body.error;
  return [code, error_subcode];
};

describe('posts', () => {
  test('a text with a link', async () => {
    const { body } = await page.post(`${page.id}/feed`, {
      message: 'Fresh bread',
      link: 'https://acme.example/',
      fields: 'id,permalink_url',
    });
    expect(body.id).toMatch(new RegExp(`^${page.id}_\\d+$`));
    expect(body.permalink_url).toBe(`https://www.facebook.com/${page.id}/posts/${body.id.split('_')[1]}`);
    const fields =
      'id,message,created_time,permalink_url,status_type,is_published,from,shares,attachments{media_type,url},likes.summary(true).limit(0),comments.summary(true).limit(0)';
    expect((await page.get(body.id, { fields })).body).toEqual({
      id: body.id,
      message: 'Fresh bread',
      created_time: expect.stringMatching(/\+0000$/),
      permalink_url: body.permalink_url,
      status_type: 'shared_story',
      is_published: true,
      from: { id: page.id, name: page.account.name },
      attachments: {
        data: [{ media_type: 'link', type: 'share', title: expect.any(String), url: expect.any(String) }],
      },
      likes: { data: [], summary: { total_count: 0, can_like: true, has_liked: false } },
      comments: { data: [], summary: { order: 'chronological', total_count: 0, can_comment: true } },
    });
    expect((await ledger()).at(-1)).toMatchObject({ kind: 'post', operation: 'publish', platform_id: body.id });
  });

  test('nothing, too much, twice', async () => {
    expect(await error(page.post('me/feed', {}))).toEqual([100, undefined]);
    expect(await error(page.post('me/feed', { message: 'x'.repeat(63_207) }))).toEqual([100, undefined]);
    await page.publish('Twice');
    expect((await error(page.post('me/feed', { message: 'Twice' })))[0]).toBe(506);
    await simulator.settings({ duplicate_rules: false });
    await page.publish('Twice');
    await simulator.settings({ duplicate_rules: true });
    await simulator.advance(61);
    await page.publish('Twice');
  });

  test('edit and delete', async () => {
    const id = await page.publish('Typo');
    expect((await page.post(id, { message: 'No typo' })).body).toEqual({ success: true });
    expect((await page.get(id)).body.message).toBe('No typo');
    expect((await page.delete(id)).body).toEqual({ success: true });
    expect((await page.get(id)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
      type: 'GraphMethodException',
    });
    expect((await ledger()).slice(-3).map(({ kind }) => kind)).toEqual(['post', 'edit', 'delete']);
  });

  test('scheduled by the platform itself', async () => {
    const at = Math.floor(Date.now() / 1000) + 3600 * 24;
    const own = await TestFacebook.make(simulator);
    const id = await own.publish('Later', { published: false, scheduled_publish_time: at });
    expect((await own.get('me/published_posts')).body.data).toEqual([]);
    expect((await own.get(id, { fields: 'scheduled_publish_time' })).body).toEqual({ id, scheduled_publish_time: at });
    await simulator.advance(86_400);
    expect((await own.get('me/published_posts', { fields: 'is_published' })).body.data).toEqual([
      { id, is_published: true },
    ]);
    const wrong = { message: 'x', published: false, scheduled_publish_time: at - 86_400 };
    expect((await own.post('me/feed', wrong)).body.error.code).toBe(100);
  });
});

describe('photos', () => {
  test('one by address, one as a file', async () => {
    const { body } = await page.post('me/photos', { url: sampleImage, caption: 'One', alt_text_custom: 'Sun' });
    expect(body).toEqual({ id: expect.stringMatching(/^39\d{14}$/), post_id: expect.stringContaining(`${page.id}_`) });
    expect((await ledger()).at(-1)).toMatchObject({ text: 'One', media: [{ type: 'image', alt: 'Sun' }] });
    const form = new FormData();
    const bytes = Buffer.from(await (await fetch(`${simulator.url}/files/sample.png`)).arrayBuffer());
    form.set('source', new Blob([bytes], { type: 'image/png' }), 'a.png');
    form.set('access_token', page.token);
    const sent = await responseOf(fetch(`${page.base}/me/photos`, { method: 'POST', body: form }));
    expect(sent.body.post_id).toBeTruthy();
    const { attachments, full_picture, status_type } = (
      await page.get(sent.body.post_id, { fields: 'attachments,full_picture,status_type' })
    ).body;
    expect([status_type, attachments.data[0].media_type]).toEqual(['added_photos', 'photo']);
    expect(full_picture).toContain('https://simulator.test/files/');
  });

  test('an album of unpublished ones, in both spellings, each photo once', async () => {
    const [first, second, third] = [await page.photo(), await page.photo(), await page.photo()];
    const attached_media = JSON.stringify([{ media_fbid: first }, { media_fbid: second }]);
    const id = await page.publish('Album', { attached_media });
    const { data } = (await page.get(id, { fields: 'attachments{media_type,subattachments}' })).body.attachments;
    expect([data[0].media_type, data[0].subattachments.data.length]).toEqual(['album', 2]);
    expect(await error(page.post('me/feed', { message: 'Again', attached_media }))).toEqual([100, 1366051]);
    const form = { message: 'Form', 'attached_media[0]': JSON.stringify({ media_fbid: third }) };
    expect((await page.post('me/feed', form)).status).toBe(200);
    const json = { message: 'JSON', attached_media: [{ media_fbid: await page.photo() }] };
    expect((await page.postJson('me/feed', json)).status).toBe(200);
  });

  test('a file that is no photo', async () => {
    expect((await error(page.post('me/photos', {})))[0]).toBe(324);
    expect((await error(page.post('me/photos', { url: 'https://simulator.test/files/none.jpg' })))[0]).toBe(324);
    expect(await error(page.post('me/photos', { url: sampleVideo }))).toEqual([324, 2069019]);
  });
});

describe('videos', () => {
  test('by address: the answer has no post, the video has', async () => {
    const { body } = await page.post('me/videos', { file_url: sampleVideo, title: 'T', description: 'Moving' });
    expect(Object.keys(body)).toEqual(['id']);
    const fields = 'status,post_id,permalink_url';
    const early = (await page.get(body.id, { fields })).body;
    expect([early.status.video_status, early.post_id]).toEqual(['processing', expect.stringContaining(page.id)]);
    const ready = (await page.get(body.id, { fields })).body;
    expect(ready.status).toMatchObject({ video_status: 'ready', publishing_phase: { status: 'complete' } });
    expect((await page.get(ready.post_id, { fields: 'message,status_type' })).body).toMatchObject({
      message: 'Moving',
      status_type: 'added_video',
    });
    expect((await error(page.post('me/videos', { file_url: 'https://simulator.test/files/none.mp4' })))[0]).toBe(389);
  });

  test('held back, then published once by its own id, edited', async () => {
    const held = { file_url: sampleVideo, description: 'Held', published: false };
    const { id } = (await page.post('me/videos', held)).body;
    const before = (await ledger()).length;
    expect(await page.status(id)).toBe('upload_complete');
    expect((await page.get(id, { fields: 'post_id' })).body.post_id).toBeUndefined();
    expect((await page.post(id, { published: true })).body).toEqual({ success: true });
    expect((await page.post(id, { published: true })).body).toEqual({ success: true });
    const { post_id } = (await page.get(id, { fields: 'post_id' })).body;
    expect((await ledger()).slice(before)).toMatchObject([
      { kind: 'post', operation: 'publish', platform_id: post_id, text: 'Held', media: [{ type: 'video' }] },
    ]);
    expect((await page.post(id, { description: 'Changed' })).body).toEqual({ success: true });
    expect((await page.get(post_id)).body.message).toBe('Changed');
    expect((await ledger()).at(-1)).toMatchObject({ kind: 'edit', operation: 'edit_post', media: [{ type: 'video' }] });
  });

  test('in phases', async () => {
    const bytes = Buffer.from(
      await (await fetch(sampleVideo.replace('https://simulator.test', simulator.url))).arrayBuffer(),
    );
    const start = (await page.post('me/videos', { upload_phase: 'start', file_size: bytes.length })).body;
    expect(start).toMatchObject({ start_offset: '0', end_offset: String(bytes.length) });
    const half = Math.floor(bytes.length / 2);
    const send = (from: number, to: number) => {
      const form = new FormData();
      form.set('access_token', page.token);
      form.set('upload_phase', 'transfer');
      form.set('upload_session_id', start.upload_session_id);
      form.set('start_offset', String(from));
      form.set('video_file_chunk', new Blob([bytes.subarray(from, to)]), 'chunk');
      return responseOf(fetch(`${simulator.url}/facebook/graph/v25.0/me/videos`, { method: 'POST', body: form }));
    };
    expect((await send(0, half)).body.start_offset).toBe(String(half));
    expect((await send(0, half)).body.error.code).toBe(6000);
    await simulator.fault({ platform: 'facebook', operation: 'media_status', kind: 'not_ready', polls: 1 });
    const { body } = await send(half, bytes.length);
    expect(body.start_offset).toBe(body.end_offset);
    const state = async () => (await page.get(start.video_id, { fields: 'status' })).body.status.video_status;
    expect([await state(), await state()]).toEqual(['processing', 'upload_complete']);
    const finish = { upload_phase: 'finish', upload_session_id: start.upload_session_id, description: 'Pieces' };
    expect((await page.post('me/videos', finish)).body).toEqual({ success: true });
    expect(await page.status(start.video_id)).toBe('ready');
  });

  test('a reel: start, bytes with a break, finish once, in no feed', async () => {
    const { video_id, upload_url } = (await page.post('me/video_reels', { upload_phase: 'start' })).body;
    expect(upload_url).toContain(`/facebook/rupload/video-upload/v25.0/${video_id}`);
    const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: 'Reel' };
    expect((await error(page.post('me/video_reels', finish)))[0]).toBe(6000);
    const bytes = Buffer.from(await (await fetch(`${simulator.url}/files/sample.mp4`)).arrayBuffer());
    const file_size = String(bytes.length);
    const broken = await page.upload(upload_url, { offset: '0', file_size }, bytes.subarray(0, 100));
    expect([broken.status, broken.body.debug_info.type]).toEqual([400, 'PartialRequestError']);
    const again = await page.upload(upload_url, { offset: '0', file_size }, bytes);
    expect(again.body.debug_info.type).toBe('OffsetInvalidError');
    const { status } = (await page.get(video_id, { fields: 'status' })).body;
    expect(status.uploading_phase).toMatchObject({ status: 'in_progress', bytes_transfered: 100 });
    const rest = await page.upload(upload_url, { offset: '100', file_size }, bytes.subarray(100));
    expect(rest.body).toEqual({ success: true });
    expect(await page.status(video_id)).toBe('upload_complete');
    expect((await page.post('me/video_reels', finish)).body).toEqual({ success: true });
    expect((await error(page.post('me/video_reels', finish)))[0]).toBe(6000);
    expect(await page.status(video_id)).toBe('ready');
    const { post_id, permalink_url } = (await page.get(video_id, { fields: 'post_id,permalink_url,views' })).body;
    expect(permalink_url).toBe(`/reel/${video_id}/`);
    const feed = (await page.get('me/feed', { limit: 100 })).body.data.map(({ id }: { id: string }) => id);
    expect(feed).not.toContain(post_id);
    expect((await page.get('me/video_reels')).body.data[0].id).toBe(video_id);
    expect((await ledger()).filter(({ platform_id }) => platform_id === video_id)).toHaveLength(1);
  });

  test('stories of a photo and of a video; media is used once', async () => {
    const photo_id = await page.photo();
    const { body } = await page.post('me/photo_stories', { photo_id });
    expect(body).toEqual({ success: true, post_id: expect.stringMatching(/^\d+$/) });
    expect((await error(page.post('me/photo_stories', { photo_id })))[1]).toBe(1366051);
    const video_id = await page.uploadedVideo('video_stories');
    const video = (await page.post('me/video_stories', { upload_phase: 'finish', video_id })).body;
    const { data } = (await page.get('me/stories')).body;
    expect(data.map(({ post_id }: { post_id: string }) => post_id)).toEqual([video.post_id, body.post_id]);
    expect(data[1]).toMatchObject({ status: 'PUBLISHED', media_type: 'photo', media_id: photo_id });
    await simulator.advance(86_401);
    expect((await page.get('me/stories', { status: 'PUBLISHED' })).body.data).toEqual([]);
  });
});
