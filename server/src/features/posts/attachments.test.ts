import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { fault, image, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';
import { putThere, tokenKeeper } from './attachments.fixture.ts';

const MIXING = ['twitter', 'linkedin', 'linkedin_page'] as const;
const ALONE = ['instagram', 'threads'] as const;
const PLATFORMS = [...MIXING, ...ALONE];

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;
const keeper = tokenKeeper();

beforeAll(async () => {
  service = await startTestService({}, { throughSimulator: (url) => keeper.listen(url) });
  ws = await service.workspace({ platforms: [...PLATFORMS, 'mastodon'] });
  other = await service.workspace({ platforms: PLATFORMS });
});
afterAll(async () => {
  await service?.close();
  keeper.close();
});

const there = (platform: string, owner = ws, caption?: string) =>
  putThere(owner, platform, keeper.tokenOf(owner, platform), caption);
const attachment = (source: string, more: object = { type: 'image' }) => ({
  source_type: 'platform_attachment_id',
  source,
  ...more,
});

async function publish(platform: string, media: object[], text?: string): Promise<Body> {
  const post = { media, ...(text === undefined ? {} : { text }), targets: targetsOn(ws, platform), publish_now: true };
  return (await ws.api.post('/v1/posts', post, waiting)).body;
}

describe('media that the platform has already', () => {
  test.each(MIXING)('%s takes it beside other media', async (platform) => {
    const media = [image, attachment(await there(platform), { type: 'image', alt_text: 'Bread' })];
    const post = await publish(platform, media, `Mixed on ${platform}`);
    expect(post.status, JSON.stringify(post)).toBe('published');
    expect(post.media[1]).toMatchObject(media[1] as object);
    const [made] = await ledgerOf(ws, platform);
    expect(made.media).toHaveLength(2);
    expect(made.media[1]).toMatchObject({ alt: 'Bread' });
  });

  test.each(ALONE)('%s publishes a container once and reports a second use', async (platform) => {
    const container = attachment(await there(platform, ws, 'Its own words'));
    const post = await publish(platform, [container]);
    expect(post.status, JSON.stringify(post)).toBe('published');
    const made = await ledgerOf(ws, platform);
    expect(made.map(({ text, platform_id }: Body) => [text, platform_id])).toEqual([
      ['Its own words', post.targets[0].platform_post_id],
    ]);
    const said = { text: 'Again', media: [container], platforms: [platform] };
    expect((await ws.api.post('/v1/posts/validate', said)).body).toMatchObject({
      valid: true,
      warnings: [{ rule: 'text_ignored', field: 'text' }],
    });
    const again = await publish(platform, [container], 'Again');
    expect(again.targets[0], JSON.stringify(again)).toMatchObject({
      status: 'failed',
      error: { code: 'rejected', message: expect.stringContaining('was published already') },
    });
    expect(await ledgerOf(ws, platform)).toHaveLength(1);
  });

  test.each(ALONE)('%s: after a lost response the container tells the outcome', async (platform) => {
    const before = await ledgerOf(ws, platform);
    const container = attachment(await there(platform, ws, 'Lost words'));
    await fault(ws, platform, { kind: 'accept_drop' });
    const post = await publish(platform, [container], 'Lost words');
    expect(post.status, JSON.stringify(post)).toBe('published');
    const [made, ...more] = (await ledgerOf(ws, platform)).slice(before.length);
    expect(made.platform_id).toBe(post.targets[0].platform_post_id);
    expect(more).toEqual([]);
  });

  test.each(PLATFORMS)('%s rejects media of other accounts', async (platform) => {
    const before = await ledgerOf(ws, platform);
    const post = await publish(platform, [attachment(await there(platform, other))], 'Not mine');
    expect(post.targets[0], JSON.stringify(post)).toMatchObject({ status: 'failed', error: { caused_by: 'user' } });
    expect(post.targets[0].error.code).toMatch(/^(rejected|not_found|forbidden|permission_denied)$/);
    expect(await ledgerOf(ws, platform)).toHaveLength(before.length);
    // The account itself is sound.
    expect((await ws.api.get(`/v1/accounts/${post.targets[0].account_id}`)).body.status).toBe('active');
  });
});

describe('create_post rejects', () => {
  const urn = 'urn:li:image:C5622AQ';
  const unsupported = { code: 'unsupported_source', detail_code: 'publishing.media.unsupported_source' };
  const mixing = { code: 'mixing_unsupported', detail_code: 'publishing.media.mixing_unsupported' };
  const cases: [string, string[], object[], number, object][] = [
    [
      'a target that does not take it',
      ['twitter', 'mastodon'],
      [attachment('1')],
      422,
      { ...unsupported, meta: { target: 1, platform: 'mastodon', field: 'media.0.source' } },
    ],
    [
      'other media beside a container',
      ['threads'],
      [image, attachment('1')],
      422,
      { ...mixing, meta: { platform: 'threads', field: 'media.1.source' } },
    ],
    ['no type', ['twitter'], [attachment('1', {})], 400, { code: 'invalid_request', meta: { field: 'media.0.type' } }],
    ['no id', ['twitter'], [attachment('')], 400, { code: 'invalid_request', meta: { field: 'media.0.source' } }],
    [
      'an id of another platform',
      ['twitter'],
      [attachment(urn)],
      400,
      { code: 'invalid_request', meta: { rule: 'attachment_id', field: 'media.0.source' } },
    ],
    [
      'an image that is called a video',
      ['linkedin'],
      [attachment(urn, { type: 'video' })],
      400,
      { code: 'invalid_request', meta: { rule: 'attachment_id', field: 'media.0.source' } },
    ],
  ];

  test.each(cases)('%s, also in a draft and when rules are skipped', async (_what, platforms, media, status, body) => {
    const post = { text: 'Rejected', media, targets: targetsOn(ws, ...platforms) };
    for (const more of [{}, { publish_now: true, skip_validation: true }])
      expect(await ws.api.post('/v1/posts', { ...post, ...more })).toMatchObject({ status, body });
    const validated = await ws.api.post('/v1/posts/validate', post);
    if (validated.status !== 200) return expect(validated).toMatchObject({ status, body });
    const fields = validated.body.errors.map(({ field }: Body) => field);
    expect(fields).toContain((body as Body).meta.field);
  });

  test('media on a thread’s segment, but not on targets that take it', async () => {
    const [twitter, mastodon, threads] = targetsOn(ws, 'twitter', 'mastodon', 'threads');
    const targets = [{ ...twitter, media: [attachment('1')] }, mastodon];
    expect((await ws.api.post('/v1/posts', { text: 'Each its own', media: [image], targets })).status).toBe(201);
    const thread = { text: 'One', segments: [{ text: 'Two', media: [attachment('1')] }], targets: [threads] };
    expect(await ws.api.post('/v1/posts', thread)).toMatchObject({
      status: 422,
      body: { code: 'mixing_unsupported', meta: { field: 'segments.0.media.0.source' } },
    });
  });
});

test('an expired container fails the target', async () => {
  const container = attachment(await there('instagram'));
  const upload = attachment(await there('twitter'));
  await ws.control('POST', 'clock', { advance_seconds: 90_000 });
  expect((await publish('instagram', [container])).targets[0]).toMatchObject({
    status: 'failed',
    error: { code: 'rejected', message: expect.stringContaining('has expired') },
  });
  expect((await publish('twitter', [upload], 'Too late')).targets[0]).toMatchObject({
    status: 'failed',
    error: { code: 'rejected', message: expect.stringContaining('media IDs are invalid') },
  });
});
