import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { sampleImage, startSimulator, TestThreads } from './testing.ts';

let simulator: PlatformSimulator;
let threads: TestThreads;

beforeAll(async () => {
  simulator = await startSimulator();
  threads = await TestThreads.make(simulator, 'acme');
});
afterAll(() => simulator.close());

describe('rejections', () => {
  test.each([
    [{}, 'media_type'],
    [{ media_type: 'STORY' }, 'media_type must be one of'],
    [{ media_type: 'TEXT' }, 'text is required'],
    [{ media_type: 'TEXT', text: 'x'.repeat(501) }, 'Param text must be at most 500 characters long.'],
    [{ media_type: 'TEXT', text: '🎉'.repeat(126) }, 'Param text must be at most 500 characters long.'],
    [{ media_type: 'IMAGE' }, 'image_url'],
    [{ media_type: 'IMAGE', image_url: sampleImage, link_attachment: 'https://a.example' }, 'text posts'],
    [{ media_type: 'IMAGE', image_url: sampleImage, alt_text: 'x'.repeat(1001) }, 'alt_text'],
    [{ media_type: 'CAROUSEL', children: '1' }, 'at least 2'],
    [{ media_type: 'TEXT', text: 'a', reply_control: 'nobody' }, 'reply_control must be one of'],
    [{ media_type: 'TEXT', text: 'a', topic_tag: 'a.b' }, 'topic_tag'],
    [{ media_type: 'TEXT', text: 'a', reply_to_id: '17900000000000000' }, 'reply_to_id'],
    [{ media_type: 'TEXT', text: 'a', poll_attachment: '{"option_a":"x"}' }, 'poll_attachment'],
  ])('%j', async (values, message) => {
    const { status, body } = await threads.post('me/threads', values as Record<string, string>);
    expect([status, body.error.code, body.error.type]).toEqual([400, 100, 'OAuthException']);
    expect(body.error.message).toContain(message);
  });

  test('an emoji counts its bytes, other letters one each', async () => {
    const accepted = await threads.post('me/threads', {
      media_type: 'TEXT',
      text: `${'🎉'.repeat(100)}${'ü'.repeat(100)}`,
    });
    expect(accepted.status).toBe(200);
  });

  test('more than five links', async () => {
    const links = [1, 2, 3, 4, 5].map((number) => `https://a.example/${number}`).join(' ');
    expect((await threads.post('me/threads', { media_type: 'TEXT', text: links })).status).toBe(200);
    const values = { media_type: 'TEXT', text: links, link_attachment: 'https://b.example' };
    const { body } = await threads.post('me/threads', values);
    expect(body.error.error_user_title).toBe('THREADS_API__LINK_LIMIT_EXCEEDED');
  });

  test('media that cannot be fetched: images at once, videos in the end', async () => {
    const image = { media_type: 'IMAGE', image_url: 'https://simulator.test/files/none.jpg' };
    const { body } = await threads.post('me/threads', image);
    expect(body.error).toMatchObject({ code: 9004, error_subcode: 2207052 });
    const gif = { media_type: 'IMAGE', image_url: 'https://simulator.test/files/sample.gif' };
    expect((await threads.post('me/threads', gif)).body.error.error_subcode).toBe(2207005);
    const failed = await threads.finished({ media_type: 'VIDEO', video_url: 'https://simulator.test/files/none.mp4' });
    expect((await threads.get(failed, { fields: 'status,error_message' })).body).toEqual({
      id: failed,
      status: 'ERROR',
      error_message: 'FAILED_DOWNLOADING_VIDEO',
    });
    expect((await threads.post('me/threads_publish', { creation_id: failed })).status).toBe(400);
  });

  test('a container of the day before', async () => {
    const creation_id = await threads.container({ media_type: 'TEXT', text: 'Old' });
    await simulator.advance(86_401);
    expect((await threads.get(creation_id)).body.status).toBe('EXPIRED');
    expect((await threads.post('me/threads_publish', { creation_id })).body.error.code).toBe(24);
  });

  test('a token without the permission', async () => {
    const unknown = await new TestThreads(simulator, threads.account, 'THwrong').get('me');
    expect(unknown.body.error.code).toBe(190);
    const nowhere = await threads.get('17900000000000000');
    expect(nowhere.body.error).toMatchObject({ code: 100, error_subcode: 33, type: 'OAuthException' });
  });
});
