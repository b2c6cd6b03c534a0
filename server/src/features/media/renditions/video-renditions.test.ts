import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasFfmpeg } from '@hubbub/media-info';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf, until } from '../../../../test/harness.ts';
import { formOf, makeVideo } from '../../../../test/make-video.ts';

const isInstalled = await hasFfmpeg();
if (!isInstalled) console.log('left out: copies of videos need ffmpeg.');

const nextYear = new Date(Date.now() + 300 * 86_400_000).toISOString();

describe.runIf(isInstalled)('a video that a platform does not take as it is', () => {
  let service: TestService;
  let ws: TestWorkspace;
  let video: string;
  const renditions = async () => (await ws.api.get(`/v1/media/${video}`)).body.renditions ?? [];
  const post = async (platform: string, more: object) =>
    ws.api.post('/v1/posts', {
      text: 'Moving',
      media_ids: [video],
      targets: [targetOf(ws.accounts[platform])],
      ...more,
    });
  const settled = async (id: string) => {
    const find = async () => (await ws.api.get(`/v1/posts/${id}`)).body;
    await until(async () => !['scheduled', 'publishing'].includes((await find()).status), 'the post has ended');
    return find();
  };
  const files = () => readdirSync(join(service.dataDir, 'media', ws.tenantId)).filter((name) => name.startsWith(video));

  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
    ws = await service.workspace({ platforms: ['telegram', 'bluesky'] });
    video = (await ws.api.post('/v1/media/upload', formOf(await makeVideo('a.mkv')))).body.media_id;
  });
  afterAll(() => service?.close());

  test('is converted when the post is scheduled, once for all platforms that need the same', async () => {
    const { body: checked } = await ws.api.post('/v1/posts/validate', {
      text: 'Moving',
      media_ids: [video],
      platforms: ['telegram', 'bluesky'],
    });
    expect(checked).toMatchObject({ valid: true, errors: [] });
    expect(await renditions()).toEqual([]);
    expect((await post('bluesky', { scheduled_at: nextYear })).status).toBe(201);
    await until(async () => (await renditions())[0]?.status === 'ready', 'the copy is ready', 30_000);
    const { body } = await post('telegram', { publish_now: true });
    expect(await settled(body.id)).toMatchObject({ status: 'published' });
    const [copy, ...others] = await renditions();
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ platforms: ['bluesky', 'telegram'], status: 'ready', progress: 100 });
    expect(files()).toEqual([video, expect.stringMatching(/\.[0-9a-f]{16}\.mp4$/)]);
    const { size_bytes: bytes } = (await ws.api.get(`/v1/media/${video}`)).body;
    expect((await ws.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: bytes, count: 1 });
    expect(readdirSync(join(service.dataDir, 'video-copies'))).toEqual([]);
  });

  test('lets the post wait that is due before its copy is ready; what else the account has goes on', async () => {
    const [, copy = ''] = files();
    await service.sql(
      "update video_renditions set state = 'working', progress = 40, lease_until = now() + interval '1 hour'",
    );
    await rm(join(service.dataDir, 'media', ws.tenantId, copy));
    const { body } = await post('telegram', { publish_now: true, text: 'Not yet' });
    const attempts = async () => (await ws.api.get(`/v1/posts/${body.id}/attempts`)).body.data;
    await until(async () => (await attempts()).length > 0, 'it waits');
    expect((await attempts())[0]).toMatchObject({
      state: 'not_ready',
      attempt: 0,
      detail: { reason: 'video_copy', media_id: video, progress: 40 },
    });
    const other = await post('telegram', { publish_now: true, text: 'In between', media_ids: undefined });
    expect(await settled(other.body.id)).toMatchObject({ status: 'published' });
    expect((await ws.api.get(`/v1/posts/${body.id}`)).body).toMatchObject({ status: 'publishing' });
    await service.sql("update video_renditions set lease_until = '-infinity'");
    expect(await settled(body.id)).toMatchObject({ status: 'published' });
    expect(files()).toEqual([video, copy]);
  });

  test('fails with the reason when it cannot be converted, and may be retried when the video is not at fault', async () => {
    await service.sql(
      "update video_renditions set state = 'failed', failure = 'It cannot be converted (broken).', is_final = true",
    );
    const { body } = await post('telegram', { publish_now: true, text: 'Broken' });
    const { code, message, remedy, retryable } = (await settled(body.id)).targets[0].error;
    expect([code, retryable]).toEqual(['rejected', false]);
    expect(message).toBe('The file a.mkv could not be converted. It cannot be converted (broken).');
    expect(remedy).toMatch(/Upload the video/);
    expect((await renditions())[0]).toMatchObject({ status: 'failed', error: 'It cannot be converted (broken).' });
    await service.sql("update video_renditions set is_final = false, failure = 'The disk is full.'");
    const again = await ws.api.post(`/v1/posts/${body.id}/retry`);
    expect(again.status, again.text).toBe(200);
    expect(await settled(body.id)).toMatchObject({ status: 'published' });
  });

  test('takes its copies along when it is deleted, also the one that is being made', async () => {
    const { body } = await ws.api.get('/v1/posts?status=scheduled');
    for (const { id } of body.data) expect((await ws.api.delete(`/v1/posts/${id}`)).status).toBe(200);
    await service.sql(
      "update video_renditions set state = 'working', attempt = 9, lease_until = now() + interval '1 hour'",
    );
    expect((await ws.api.delete(`/v1/media/${video}`)).status).toBe(204);
    const rows = () => service.sql('select 1 from video_renditions union all select 1 from media');
    expect(await rows()).toHaveLength(2);
    expect(files()).toEqual([]);
    await service.sql("update video_renditions set lease_until = '-infinity'");
    await service.sql('update media set due_at = now()');
    await until(async () => (await rows()).length === 0, 'the sweep has been there', 15_000);
  });
});
