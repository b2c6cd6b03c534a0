import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  startTestService,
  type TestService,
  type TestWorkspace,
  targetOf,
  until,
} from '../../../../test/harness.ts';
import { connectors } from '../../../connectors/index.ts';
import type { Connector } from '../../../core/connector.ts';
import { newId } from '../../../core/ids.ts';
import type { Broken } from './broken-media.fixture.ts';
import { BREAKERS } from './broken-posts.fixture.ts';
import { fieldAt, PART_RULES, POST_RULES } from './check-limits.ts';
import { image, times, type Variant, validPost, variantsOf } from './valid-posts.fixture.ts';

const publishers = Object.values(connectors).filter(({ publishing }) => publishing !== undefined);
let service: TestService;
let ws: TestWorkspace;
const nextYear = new Date(Date.now() + 300 * 86_400_000).toISOString();

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: publishers.map(({ platform }) => platform) });
  // Sample posts are alike; a platform that rejects them for that would hide what it says of the limits.
  await ws.control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
});
afterAll(() => service?.close());

/** Rejected whatever the caller skips: the connector could not even be asked. */
const ALWAYS = ['options', 'media_source', 'attachment_alone', 'attachment_id'];
/** Limits that the platforms keep themselves, so that a sheet that is too strict would show. */
const DECIDED = [
  'content_required',
  'text_length',
  'hashtag_count',
  'mention_count',
  'media_required',
  'media_count',
  'image_count',
  'video_count',
  'media_mixed',
  'media_type',
  'alt_text_length',
];
/** Facts of uploads that are not stored yet, or only of live ones; the rules themselves are proven in check-limits.test.ts. */
const isStored = ({ uploads = {} }: Broken) =>
  Object.values(uploads).every(
    ({ seconds, fps, isOutOfReach }) => seconds === undefined && fps === undefined && isOutOfReach !== true,
  );

/** Platforms that themselves take the sound file which breaks our limit of the media's type. */
const TAKES_AUDIO = ['mastodon'];

/** The post as a request, its media uploaded. */
async function requestOf(connector: Connector, { post, own = {}, uploads = {} }: Broken) {
  const targets = [{ ...targetOf(ws.accounts[connector.platform]), ...own }];
  let body = JSON.stringify({ ...post, targets, skip_duplicate_check: true });
  for (const [name, { contentType, bytes }] of Object.entries(uploads)) {
    const id = newId('med');
    await service.sql("insert into media values ($1, $2, 'sample', $3, $4, 'ready')", [
      ws.tenantId,
      id,
      contentType,
      bytes,
    ]);
    body = body.replaceAll(`"${name}"`, `"${id}"`);
  }
  return JSON.parse(body) as Record<string, unknown>;
}

describe('create_post, publish_post, update_post and validate_post reject the same', () => {
  const accepted: { id: string; rule: string }[] = [];

  for (const connector of publishers) {
    for (const variant of variantsOf(connector)) {
      for (const { id, severity, rejection } of [...PART_RULES, ...POST_RULES]) {
        const broken = BREAKERS[id]?.(variant);
        if (broken === undefined || severity === 'warning' || !isStored(broken)) continue;
        test(`${variant.name}: ${id}`, () => proveRule(connector, variant, id, broken, rejection?.code));
      }
    }
  }

  async function proveRule(
    connector: Connector,
    variant: Variant,
    rule: string,
    broken: Broken,
    code = 'invalid_request',
  ) {
    const field = fieldAt(connector, broken.field, 0, broken.own ?? {});
    const request = await requestOf(connector, broken);
    const { skip_duplicate_check: _skip, ...content } = request;

    const validated = (await ws.api.post('/v1/posts/validate', content)).body;
    const found = validated.errors.find((issue: { rule: string }) => issue.rule === rule);
    expect(found, JSON.stringify(validated.errors)).toMatchObject({ platform: connector.platform, field });
    expect(found.limit).toBe(broken.limit);
    expect(validated.valid).toBe(false);

    const isAlone = validated.errors.length === 1;
    const fields = validated.errors.map((issue: { field: string }) => issue.field);
    const assertRejected = ({ status, body }: ApiResponse) => {
      expect([400, 422], JSON.stringify(body)).toContain(status);
      expect(fields).toContain(body.meta.field);
      expect(body.id).toBeUndefined();
      if (!isAlone) return;
      expect(body).toMatchObject({ code, meta: { field } });
      if (!ALWAYS.includes(rule)) expect(body.meta).toMatchObject({ rule, platform: connector.platform });
      if (broken.limit !== undefined) expect(body.meta.max).toBe(broken.limit);
    };
    assertRejected(await ws.api.post('/v1/posts', { ...request, publish_now: true }));
    assertRejected(await ws.api.post('/v1/posts', { ...request, scheduled_at: nextYear }));

    const sound = await requestOf(connector, { post: validPost(variant), field: '' });
    const waiting = await ws.api.post('/v1/posts', { ...sound, scheduled_at: nextYear });
    expect(waiting.status).toBe(201);
    assertRejected(await ws.api.patch(`/v1/posts/${waiting.body.id}`, content));

    const draft = await ws.api.post('/v1/posts', request);
    if (ALWAYS.includes(rule)) return assertRejected(draft);
    expect(draft.status).toBe(201);
    assertRejected(await ws.api.post(`/v1/posts/${draft.body.id}/publish`));

    const patched = await ws.api.patch(`/v1/posts/${waiting.body.id}`, { ...content, skip_validation: true });
    expect(patched.status).toBe(200);
    const skipped = await ws.api.post('/v1/posts', { ...request, publish_now: true, skip_validation: true });
    expect([201, 207, 422], JSON.stringify(skipped.body)).toContain(skipped.status);
    accepted.push({ id: skipped.body.id, rule });
  }

  test('platforms decide about posts that skip validation', async () => {
    for (const { id, rule } of accepted) {
      const [target] = await until(async () => {
        const { body } = await ws.api.get(`/v1/posts/${id}`);
        return body.status !== 'publishing' && body.targets;
      }, `${id} is decided`);
      const isDecided = DECIDED.includes(rule) && !(rule === 'media_type' && TAKES_AUDIO.includes(target.platform));
      expect(isDecided ? ['failed'] : ['published', 'failed'], `${target.platform} ${rule}`).toContain(target.status);
    }
    expect(accepted.length).toBeGreaterThan(0);
  });
});

describe('update_post', () => {
  const tooLong = 'a'.repeat(281);
  const targets = () => [{ account_id: ws.accounts.twitter?.id }];

  test('does not check accepted content again', async () => {
    const scheduled = { text: tooLong, targets: targets(), scheduled_at: nextYear, skip_validation: true };
    const { id } = (await ws.api.post('/v1/posts', scheduled)).body;
    expect((await ws.api.patch(`/v1/posts/${id}`, { hidden: true })).status).toBe(200);
    const later = new Date(Date.parse(nextYear) + 60_000).toISOString();
    expect((await ws.api.patch(`/v1/posts/${id}`, { scheduled_at: later })).status).toBe(200);
    const changed = await ws.api.patch(`/v1/posts/${id}`, { text: `${tooLong}!` });
    expect(changed).toMatchObject({ status: 400, body: { meta: { field: 'text', rule: 'text_length', max: 280 } } });
  });

  test('checks a failed post, because it may be retried as it is', async () => {
    const published = { text: tooLong, targets: targets(), publish_now: true, skip_validation: true };
    const { body } = await ws.api.post('/v1/posts', published, { headers: { prefer: 'wait=30' } });
    expect(body.status).toBe('failed');
    expect((await ws.api.patch(`/v1/posts/${body.id}`, { hidden: true })).status).toBe(200);
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { text: `${tooLong}!` });
    expect(changed).toMatchObject({ status: 400, body: { meta: { field: 'text', rule: 'text_length' } } });
    expect((await ws.api.patch(`/v1/posts/${body.id}`, { text: 'Short' })).body).toMatchObject({ status: 'failed' });
  });

  test('accepts any draft until it gets a time', async () => {
    const { id } = (await ws.api.post('/v1/posts', { text: 'Hello', targets: targets() })).body;
    expect((await ws.api.patch(`/v1/posts/${id}`, { text: tooLong })).status).toBe(200);
    const timed = await ws.api.patch(`/v1/posts/${id}`, { scheduled_at: nextYear });
    expect(timed).toMatchObject({ status: 400, body: { meta: { field: 'text', rule: 'text_length' } } });
  });
});

describe('create_post up to the limit', () => {
  for (const connector of publishers) {
    const [variant] = variantsOf(connector) as [Variant];
    const { text, media } = connector.limits;

    test(`${connector.displayName} takes a text of the full length`, async () => {
      const post = { ...validPost(variant), text: 'a'.repeat(text.lengthMax) };
      await provePublished(connector, { post, field: '' });
    });

    test.runIf(media.imagesMax > 0)(`${connector.displayName} takes as many images as its sheet says`, async () => {
      const images = times(media.imagesMax, { ...image(variant.sheet), alt_text: 'What it shows' });
      await provePublished(connector, { post: { ...validPost(variant), media: images }, field: '' });
    });
  }

  async function provePublished(connector: Connector, content: Broken): Promise<void> {
    const request = { ...(await requestOf(connector, content)), publish_now: true };
    const { status, body } = await ws.api.post('/v1/posts', request, { headers: { prefer: 'wait=30' } });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.status, JSON.stringify(body)).toBe('published');
  }
});
