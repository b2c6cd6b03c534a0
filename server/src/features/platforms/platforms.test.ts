import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { connectors } from '../../connectors/index.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

describe('list_platforms', () => {
  test('shows every connector with the abilities of its groups', async () => {
    const { status, body } = await ws.api.get('/v1/platforms');
    expect(status).toBe(200);
    expect(body.data.map(({ platform }: { platform: string }) => platform).sort()).toEqual(
      Object.keys(connectors).sort(),
    );
    for (const item of body.data) {
      const connector = connectors[item.platform as keyof typeof connectors];
      expect(item.capabilities).toMatchObject({
        publish: connector?.publishing !== undefined,
        thread: connector?.thread !== undefined,
        edit: connector?.editing !== undefined,
        delete: connector?.removal !== undefined,
        metrics: connector?.metrics !== undefined,
        account_metrics: connector?.accountMetrics !== undefined,
        daily_metrics: connector?.dailyMetrics !== undefined,
        reply: connector?.comments?.reply !== undefined,
      });
      expect(item.inbound).toEqual([...(connector?.inbound ? ['push'] : []), ...(connector?.polling ? ['poll'] : [])]);
      expect(item.recovery_class).toBe(connector?.publishing?.class);
      expect(item.version.name).not.toBe('');
    }
    expect(body.data.find(({ platform }: { platform: string }) => platform === 'instagram')).toMatchObject({
      display_name: 'Instagram',
      version: { name: 'v25.0', sunset_at: '2028-07-29' },
      connect: { kind: 'oauth', own_app: false },
      inbound: ['push'],
      recovery_class: 'B',
      limits: {
        text: { length_max: 2200, counting: 'chars', hashtags_max: 30 },
        media: { required: true, items_max: 10, image_types_uncertain: ['image/png'] },
        carousel: { items_min: 2, items_max: 10 },
        kinds: { option: 'content_type', limits: { carousel: { items_min: 2 }, stories: { text_ignored: true } } },
      },
    });
  });

  test('names kinds of posts by the values of their option', async () => {
    const { data } = (await ws.api.get('/v1/platforms')).body;
    const telegram = data.find(({ platform }: { platform: string }) => platform === 'telegram');
    expect(Object.keys(telegram.limits.kinds.limits)).toEqual(['HTML', 'MarkdownV2']);
  });

  test('pages like every list', async () => {
    const all = (await ws.api.get('/v1/platforms')).body.data;
    const seen = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages += 1) {
      const { status, body } = await ws.api.get(`/v1/platforms?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      seen.push(...body.data);
      if (body.cursor === undefined) break;
      cursor = body.cursor;
    }
    expect(seen).toEqual(all);
    expect(await ws.api.get('/v1/platforms?limit=0')).toMatchObject({
      status: 400,
      body: { meta: { field: 'limit' } },
    });
    expect(await ws.api.get('/v1/platforms?cursor=abc')).toMatchObject({
      status: 400,
      body: { meta: { field: 'cursor' } },
    });
    expect((await ws.api.get('/v1/platforms?platform=x')).status).toBe(400);
  });

  test('needs a key of any scope', async () => {
    const narrow = await service.workspace();
    await service.sql("update api_keys set scopes = '{media:read}' where tenant_id = $1", [narrow.tenantId]);
    expect((await narrow.api.get('/v1/platforms')).status).toBe(200);
    expect((await narrow.api.get('/v1/posts/validate')).status).toBe(200);
    expect((await fetch(`${service.url}/v1/platforms`)).status).toBe(401);
    expect((await fetch(`${service.url}/v1/posts/validate`)).status).toBe(401);
  });
});

describe('get_post_constraints', () => {
  test('gives the limits by platform, with the flat fields of older clients', async () => {
    const { status, body } = await ws.api.get('/v1/posts/validate');
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(Object.keys(connectors).sort());
    expect(body.data.twitter).toEqual({
      text: { max_length: 280, counting_mode: 'chars', photo_max_length: 0, max_hashtags: 0, max_mentions: 0 },
      media: {
        supported_image_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
        supported_video_types: ['video/mp4', 'video/quicktime'],
        max_image_size_bytes: 5 * 1024 * 1024,
        max_video_size_bytes: 512 * 1024 * 1024,
        min_video_duration_sec: 1,
        max_video_duration_sec: 140,
        max_video_fps: 60,
      },
      carousel: {
        supported: true,
        min_items: 2,
        max_items: 4,
        allow_video: false,
        images_only: true,
        photos_only: false,
      },
      scheduling: { supported: true, mode: 'server_side' },
      supports_platform_attachment_id: true,
      supports_mixed_media: false,
      max_text_length: 280,
      max_title_length: 0,
      max_images: 4,
      max_videos: 1,
      max_media: 4,
      supported_media_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/quicktime'],
      supports_scheduling: true,
      min_schedule_ahead_minutes: 0,
    });
    expect(body.data.instagram.carousel).toMatchObject({ allow_video: true, images_only: false });
  });

  test('narrows to one platform and rejects unknown ones', async () => {
    expect(Object.keys((await ws.api.get('/v1/posts/validate?platform=x')).body.data)).toEqual(['twitter']);
    const unknown = await ws.api.get('/v1/posts/validate?platform=friendster');
    expect(unknown).toMatchObject({ status: 400, body: { code: 'unsupported_platform', meta: { field: 'platform' } } });
  });

  test('has priority over the path of a post', async () => {
    expect((await ws.api.get('/v1/posts/validate/')).body.data).toBeDefined();
    expect((await ws.api.get('/v1/posts/validated')).status).toBe(404);
    expect((await ws.api.delete('/v1/posts/validate')).status).toBe(404);
  });
});
