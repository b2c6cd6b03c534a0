import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { hasFfmpeg } from '@hubbub/media-info';
import { describe, expect, test } from 'vitest';
import { createClient, startTestService, targetOf, until } from '../../../../test/harness.ts';
import { formOf, makeVideo } from '../../../../test/make-video.ts';
import { newBucket } from '../../../../test/s3-bucket.ts';
import { initialisedFolder, startService, useProcesses } from '../../../../test/start/processes.fixture.ts';
import { worldOf } from '../../../../test/world.ts';

useProcesses();
const isInstalled = await hasFfmpeg();
if (!isInstalled) console.log('left out: copies of videos need ffmpeg.');

/** Long enough to be caught while it is converted. */
const LONG = 'size=640x480:rate=30:duration=60';
const nextYear = new Date(Date.now() + 300 * 86_400_000).toISOString();

/** Processes of ffmpeg that work on files of the folder. */
function converting(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words[0] === 'ffmpeg' && words.some((word) => word.includes(folder));
    } catch {
      return false;
    }
  });
}

/** A service of its own whose videos can be watched. */
async function start(dataDir: string, key?: string, more: Record<string, string> = {}) {
  const service = await startService({ DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise', ...more });
  const api = createClient(service.url, key ?? service.key);
  const { body } = await api.get('/v1/accounts?limit=100');
  const account = (platform: string) =>
    (body.data as { id: string; platform: string }[]).find((one) => one.platform === platform);
  const rendition = async (id: string) => (await api.get(`/v1/media/${id}`)).body.renditions?.[0];
  return {
    ...service,
    key: key ?? service.key,
    api,
    account,
    rendition,
    beingMade: (id: string) =>
      until(
        async () => (await rendition(id))?.status === 'working' && converting(dataDir).length > 0,
        'it is being made',
        60_000,
      ),
  };
}

const filesOf = (dataDir: string, id: string) =>
  readdirSync(join(dataDir, 'media'), { withFileTypes: true })
    .filter((entry) => entry.name.startsWith('ten_'))
    .flatMap(({ name }) => readdirSync(join(dataDir, 'media', name)))
    .filter((name) => name.startsWith(id));

describe.runIf(isInstalled)('a video that is being converted', () => {
  test('is begun again after a stop and after kill -9, and its post is published once', async () => {
    const dataDir = initialisedFolder();
    const places = join(dataDir, 'video-copies');
    const left = () => (existsSync(places) ? readdirSync(places) : []);
    const video = await makeVideo('long.mkv', LONG);

    const first = await start(dataDir);
    const { body: item } = await first.api.post('/v1/media/upload', formOf(video));
    const { body: post } = await first.api.post('/v1/posts', {
      text: 'A long video',
      media_ids: [item.media_id],
      targets: [{ account_id: first.account('telegram')?.id }],
      publish_now: true,
    });
    await first.beingMade(item.media_id);
    expect(converting(dataDir)).toHaveLength(1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect([converting(dataDir), left()]).toEqual([[], []]);

    const second = await start(dataDir, first.key);
    await second.beingMade(item.media_id);
    second.child.kill('SIGKILL');
    await second.ended;
    await until(async () => converting(dataDir).length === 0, 'ffmpeg has ended with us');
    expect(left()).toHaveLength(1);
    const longAgo = new Date(Date.now() - 3600 * 1000);
    for (const name of left()) utimesSync(join(places, name), longAgo, longAgo);

    const third = await start(dataDir, first.key);
    await until(
      async () => (await third.api.get(`/v1/posts/${post.id}`)).body.status === 'published',
      'it is published',
      150_000,
    );
    expect(await third.rendition(item.media_id)).toMatchObject({ status: 'ready', platforms: ['telegram'] });
    expect(filesOf(dataDir, item.media_id)).toHaveLength(2);
    await until(async () => left().length === 0, 'what the killed one left is gone');
    const { control } = await worldOf({ url: third.url, key: first.key });
    expect((await control('GET', 'ledger?platform=telegram&kind=post')).entries).toHaveLength(1);
  }, 400_000);

  test('is let go when its item is deleted; nothing stays', async () => {
    const service = await startTestService();
    const places = join(service.dataDir, 'video-copies');
    try {
      const ws = await service.workspace({ platforms: ['telegram'] });
      const video = await makeVideo('long.mkv', LONG);
      const { body: item } = await ws.api.post('/v1/media/upload', formOf(video));
      const { body: post } = await ws.api.post('/v1/posts', {
        text: 'Never',
        media_ids: [item.media_id],
        targets: [targetOf(ws.accounts.telegram)],
        scheduled_at: nextYear,
      });
      await until(async () => converting(service.dataDir).length > 0, 'it is being made', 60_000);
      await ws.api.delete(`/v1/posts/${post.id}`);
      expect((await ws.api.delete(`/v1/media/${item.media_id}`)).status).toBe(204);
      await until(async () => converting(service.dataDir).length === 0, 'nobody works on it');
      const rows = async () => {
        await service.sql("update media set due_at = now() where status = 'removing'");
        return service.sql('select 1 from video_renditions union all select 1 from media');
      };
      await until(async () => (await rows()).length === 0, 'the sweep has been there');
      expect([readdirSync(places), filesOf(service.dataDir, item.media_id)]).toEqual([[], []]);
    } finally {
      await service.close();
    }
  }, 200_000);

  test('is rejected where ffmpeg is missing', async () => {
    const { api, account } = await start(initialisedFolder(), undefined, { PATH: '/nowhere' });
    const video = formOf(await makeVideo('a.mkv'));
    const { body: item } = await api.post('/v1/media/upload', video);
    const content = { text: 'A video', media_ids: [item.media_id] };
    const { body: checked } = await api.post('/v1/posts/validate', { ...content, platforms: ['telegram'] });
    expect(checked).toMatchObject({ valid: false, errors: [{ rule: 'video_type', field: 'media.0' }] });
    expect(checked.errors[0].message).toMatch(/needs ffmpeg, which is not installed/);
    const targets = [{ account_id: account('telegram')?.id }];
    const rejected = await api.post('/v1/posts', { ...content, targets, publish_now: true });
    expect([rejected.status, rejected.body.meta.rule]).toEqual([400, 'video_type']);
    const skipped = await api.post('/v1/posts', { ...content, targets, publish_now: true, skip_validation: true });
    const find = async () => (await api.get(`/v1/posts/${skipped.body.id}`)).body;
    await until(async () => (await find()).status === 'failed', 'it fails');
    expect((await find()).targets[0].error).toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('needs ffmpeg'),
    });
  }, 120_000);
});

const given = process.env.S3_TEST_ENDPOINT;
if (given === undefined)
  console.log('left out: copies of videos in an S3 store need S3_TEST_ENDPOINT=http://key:secret@host:port');

test.runIf(isInstalled && given !== undefined)(
  'in an S3 store a video goes by way of the disk, where nothing stays',
  async () => {
    const service = await startTestService(await newBucket(given as string));
    try {
      const ws = await service.workspace({ platforms: ['telegram'] });
      const { body: item } = await ws.api.post('/v1/media/upload', formOf(await makeVideo('a.mkv')));
      const post = { text: 'From a bucket', media_ids: [item.media_id], targets: [targetOf(ws.accounts.telegram)] };
      const { text } = await ws.api.post(
        '/v1/posts',
        { ...post, publish_now: true },
        { headers: { prefer: 'wait=30' } },
      );
      expect(JSON.parse(text), text).toMatchObject({ status: 'published' });
      expect((await ws.api.get(`/v1/media/${item.media_id}`)).body.renditions).toMatchObject([{ status: 'ready' }]);
      expect(readdirSync(join(service.dataDir, 'video-copies'))).toEqual([]);
      expect((await ws.api.delete(`/v1/media/${item.media_id}`)).status).toBe(204);
    } finally {
      await service.close();
    }
  },
  120_000,
);
