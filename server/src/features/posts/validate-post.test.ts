import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;
const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
const nextYear = new Date(Date.now() + 300 * 86_400_000).toISOString();

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const id = (platform: string) => ws.accounts[platform]?.id as string;
const validate = async (body: unknown) => (await ws.api.post('/v1/posts/validate', body)).body;

describe('validate_post', () => {
  test('always returns both lists', async () => {
    const { status, body } = await ws.api.post('/v1/posts/validate', {
      text: 'Hello',
      platforms: ['twitter', 'mastodon'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, errors: [], warnings: [] });
  });

  test('names platform, field, rule, message and limit of each issue', async () => {
    const body = await validate({ text: 'a'.repeat(501), platforms: ['x', 'mastodon', 'instagram'] });
    expect(body.valid).toBe(false);
    expect(body.errors).toEqual([
      {
        platform: 'twitter',
        field: 'text',
        rule: 'text_length',
        limit: 280,
        message: 'X: the text has 501 characters, at most 280 are allowed.',
      },
      expect.objectContaining({ platform: 'mastodon', field: 'text', rule: 'text_length', limit: 500 }),
      expect.objectContaining({ platform: 'instagram', field: 'media', rule: 'media_required' }),
    ]);
  });

  test('names the account and the place of an override', async () => {
    const { errors } = await validate({
      text: 'Hello',
      targets: [
        { account_id: id('mastodon') },
        { account_id: id('twitter'), text: 'a'.repeat(281), platform_data: { reply_settings: 'nobody' } },
      ],
    });
    expect(errors).toMatchObject([
      { rule: 'text_length', field: 'targets.1.text', target: id('twitter') },
      { rule: 'options', field: 'targets.1.platform_data.reply_settings', target: id('twitter') },
    ]);
    const older = await validate({ text: 'a'.repeat(281), account_ids: [id('twitter')] });
    expect(older.errors).toMatchObject([{ field: 'text', target: id('twitter') }]);
  });

  test('warns of content that a platform may reject or drop', async () => {
    const { valid, warnings } = await validate({
      text: 'Hello',
      title: 'A title',
      media: [{ ...image, source: 'https://simulator.test/files/sample.png' }],
      platforms: ['instagram'],
    });
    expect(valid).toBe(true);
    expect(warnings).toMatchObject([
      { rule: 'image_type_uncertain', field: 'media.0' },
      { rule: 'title_ignored', field: 'title' },
    ]);
    const story = await validate({
      text: 'Hello',
      media: [image],
      first_comment: 'First',
      platform_data: { instagram: { content_type: 'stories' } },
      platforms: ['instagram'],
    });
    expect(story.warnings.map(({ rule }: { rule: string }) => rule)).toEqual(['text_ignored', 'first_comment_ignored']);
  });

  test('knows the kinds of posts', async () => {
    const asked = async (content_type: string, media: unknown[]) => {
      const body = await validate({ media, platform_data: { instagram: { content_type } }, platforms: ['instagram'] });
      return body.errors.map(({ rule, limit }: { rule: string; limit: number }) => [rule, limit]);
    };
    expect(await asked('carousel', [image])).toEqual([['media_count', 2]]);
    expect(await asked('stories', [image, image])).toEqual([['media_count', 1]]);
    expect(await asked('reel', [image])).toEqual([['image_count', 0]]);
    expect(await asked('feed', [image, image])).toEqual([]);
  });

  test('checks each segment, and warns where there are no threads', async () => {
    const { errors, warnings } = await validate({
      text: 'One',
      media: [image],
      segments: ['Two', 'a'.repeat(281)],
      platforms: ['twitter', 'mastodon', 'instagram'],
    });
    expect(errors).toMatchObject([
      { platform: 'twitter', field: 'segments.1', rule: 'text_length', limit: 280, segment_index: 1 },
    ]);
    expect(warnings).toMatchObject([{ platform: 'instagram', field: 'segments', rule: 'segments_ignored' }]);
  });

  test('checks the media of each segment', async () => {
    const part = { text: 'Two', media: [{ ...image, alt_text: 'a'.repeat(1501) }] };
    const { errors, warnings } = await validate({
      text: 'One',
      media: [image],
      segments: [part, { media: Array.from({ length: 5 }, () => image) }, { text: 'a'.repeat(281) }],
      platforms: ['twitter', 'mastodon'],
    });
    const told = errors.map(({ platform, field, rule, segment_index }: Record<string, unknown>) =>
      [platform, field, rule, segment_index].join(' '),
    );
    expect(told).toEqual([
      'twitter segments.0.media.0.alt_text alt_text_length 0',
      'twitter segments.1.media media_count 1',
      'twitter segments.2.text text_length 2',
      'mastodon segments.0.media.0.alt_text alt_text_length 0',
      'mastodon segments.1.media media_count 1',
    ]);
    expect(warnings).toEqual([]);
    const hidden = { media: [{ source_type: 'url', source: 'http://10.0.0.1/a.jpg' }] };
    const unusable = await validate({ text: 'One', segments: ['Two', hidden], platforms: ['twitter'] });
    expect(unusable.errors).toMatchObject([
      { field: 'segments.1.media.0.source', rule: 'media_unusable', segment_index: 1 },
    ]);
  });

  test('reports wrong options, also of platforms outside the check', async () => {
    const { errors } = await validate({
      text: 'Hello',
      platforms: ['mastodon'],
      platform_data: { mastodon: { visibility: 'loud', sensitiv: true }, twitter: { nullcast: 'yes' } },
    });
    expect(errors).toMatchObject([
      { platform: 'mastodon', field: 'platform_data.mastodon.visibility', rule: 'options' },
      { platform: 'mastodon', field: 'platform_data.mastodon.sensitiv', rule: 'options' },
      { platform: 'twitter', field: 'platform_data.twitter.nullcast', rule: 'options' },
    ]);
    expect(errors[1].message).toBe('Mastodon: sensitiv: Unrecognized key: "sensitiv".');
  });

  test('reports wrong times, unusable media and duplicate targets', async () => {
    const past = await validate({
      text: 'Hello',
      platforms: ['twitter', 'mastodon'],
      scheduled_at: '2020-01-01T00:00:00Z',
    });
    expect(past.errors).toMatchObject([
      { platform: 'twitter', field: 'scheduled_at', rule: 'schedule' },
      { platform: 'mastodon', field: 'scheduled_at', rule: 'schedule' },
    ]);
    const later = await validate({ text: 'Hello', platforms: ['twitter'], scheduled_at: nextYear });
    expect(later).toMatchObject({ valid: true, errors: [], warnings: [] });
    const hidden = await validate({
      text: 'Hello',
      platforms: ['twitter'],
      scheduled_at: nextYear,
      media: [{ source_type: 'url', source: 'http://10.0.0.1/a.jpg' }],
    });
    expect(hidden.errors).toMatchObject([{ platform: 'twitter', field: 'media.0.source', rule: 'media_unusable' }]);
    const unknown = await validate({ text: 'Hello', account_ids: [id('twitter')], media_ids: ['med_none'] });
    expect(unknown.errors).toMatchObject([{ field: 'media_ids.0.source', rule: 'media_unusable' }]);
    const twice = await validate({ text: 'Hello', account_ids: [id('twitter'), id('twitter')] });
    expect(twice.errors).toMatchObject([
      { rule: 'duplicate_target', field: 'targets.1.account_id', target: id('twitter') },
    ]);
  });

  test('charges nothing and creates nothing', async () => {
    const before = (await ws.api.get('/v1/usage')).body;
    await validate({ text: 'Hello', account_ids: [id('twitter')], scheduled_at: nextYear });
    expect((await ws.api.get('/v1/usage')).body).toEqual(before);
    expect((await ws.api.get('/v1/posts')).body.data).toEqual([]);
  });

  test('rejects requests without content or platform', async () => {
    const nowhere = await ws.api.post('/v1/posts/validate', { text: 'Hello' });
    expect(nowhere).toMatchObject({ status: 400, body: { code: 'missing_metadata', meta: { field: 'platforms' } } });
    const unknown = await ws.api.post('/v1/posts/validate', { text: 'Hello', platforms: ['twitter', 'friendster'] });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'unsupported_platform', meta: { field: 'platforms.1' } },
    });
    const data = { text: 'Hello', platforms: ['twitter'], platform_data: { friendster: {} } };
    expect(await ws.api.post('/v1/posts/validate', data)).toMatchObject({
      status: 400,
      body: { code: 'unsupported_platform', meta: { field: 'platform_data.friendster' } },
    });
    const both = { text: 'Hello', targets: [{ account_id: id('twitter') }], account_ids: [id('mastodon')] };
    expect(await ws.api.post('/v1/posts/validate', both)).toMatchObject({
      status: 400,
      body: { meta: { field: 'account_ids' } },
    });
    const mistyped = await ws.api.post('/v1/posts/validate', { text: 'Hello', platform: ['twitter'] });
    expect(mistyped).toMatchObject({ status: 400, body: { error: expect.stringContaining('platforms') } });
  });

  test('finds only the caller’s accounts', async () => {
    const other = await service.workspace({ platforms: ['twitter'] });
    const body = { text: 'Hello', account_ids: [other.accounts.twitter?.id] };
    expect(await ws.api.post('/v1/posts/validate', body)).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    const none = await ws.api.post('/v1/posts/validate', { text: 'Hello', targets: [{ account_id: 'acc_none' }] });
    expect(none.status).toBe(404);
  });

  test('needs posts:write', async () => {
    const reader = await service.workspace();
    await service.sql("update api_keys set scopes = '{posts:read}' where tenant_id = $1", [reader.tenantId]);
    const rejected = await reader.api.post('/v1/posts/validate', { text: 'Hello', platforms: ['twitter'] });
    expect(rejected).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    const anonymous = await fetch(`${service.url}/v1/posts/validate`, { method: 'POST' });
    expect(anonymous.status).toBe(401);
  });
});
