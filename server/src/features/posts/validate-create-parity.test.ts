import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, targetOf } from '../../../test/harness.ts';
import { randomRuns } from '../../../test/random-runs.ts';
import { connectors } from '../../connectors/index.ts';

let service: TestService;
let ws: TestWorkspace;
const platforms = Object.values(connectors)
  .filter(({ publishing }) => publishing !== undefined)
  .map(({ platform }) => platform);

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms });
});
afterAll(() => service?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const files = ['jpg', 'png', 'gif', 'webp', 'bmp', 'mp4', 'mov', 'avi', 'mp3', 'pdf', ''];

const text = fc.oneof(
  fc.constantFrom('', ' ', 'Hello', 'Hello #a @b https://example.com/x'),
  fc
    .tuple(fc.constantFrom('a', '日', '👨‍👩‍👧', 'e\u0301', '#a ', '@b ', 'https://example.com ', '\r\n'), fc.nat(3000))
    .map(([unit, number]) => unit.repeat(number).slice(0, 3000).toWellFormed()),
  fc.string({ unit: 'grapheme', maxLength: 300 }).filter((value) => !value.includes('\0') && value.isWellFormed()),
);
const mediaItem = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...files)
      .map((extension) => ({ source_type: 'url', source: `https://simulator.test/files/sample.${extension}` })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ source_type: 'url', source: 'https://simulator.test/files/sample', type: 'video' }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(2000).map((length) => ({
      source_type: 'url',
      source: 'https://simulator.test/files/sample.jpg',
      alt_text: 'a'.repeat(length),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { source_type: 'url', source: 'http://10.0.0.1/a.jpg' },
      { source_type: 'media_id', source: 'med_none' },
      { source_type: 'platform_attachment_id', source: '123', type: 'image' },
      { source_type: 'platform_attachment_id', source: 'urn:li:video:1', type: 'video' },
      { source_type: 'platform_attachment_id', source: '123' },
      { source_type: 'url', source: 'https://simulator.test/a.pdf', type: 'file' },
    ),
  },
);
const media = fc.oneof(
  fc.constant([{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }]),
  fc.array(mediaItem, { maxLength: 12 }),
);
const options = {
  instagram: fc.record(
    {
      content_type: fc.constantFrom('feed', 'reel', 'carousel', 'stories', 'story'),
      alt_text: fc.constantFrom('Alt', 5),
    },
    { requiredKeys: [] },
  ),
  twitter: fc.record(
    {
      nullcast: fc.constantFrom(true, 'yes'),
      auto_populate_reply_metadata: fc.constant(true),
      in_reply_to_tweet_id: fc.constant('1'),
    },
    { requiredKeys: [] },
  ),
  tiktok: fc.record(
    {
      privacy_level: fc.constantFrom('PUBLIC_TO_EVERYONE', 'SELF_ONLY', 'ALL'),
      media_type: fc.constantFrom('photo', 'video', 'text'),
      brand_content_toggle: fc.boolean(),
    },
    { requiredKeys: ['privacy_level'] },
  ),
  mastodon: fc.record(
    {
      spoiler_text: fc.nat(600).map((length) => 'a'.repeat(length)),
      visibility: fc.constantFrom('direct', 'loud'),
      sensitive: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
};
/** One thing that a post or a target says. */
const content = fc.oneof(
  fc.record({ text }),
  fc.record({ media }),
  fc.record({ title: fc.constantFrom('A title', '') }),
  fc.record({ visibility: fc.constantFrom('public', 'private', 'unlisted', 'logged_in') }),
  fc.record({ first_comment: fc.nat(600).map((length) => 'a'.repeat(length)) }),
);
/** A further part of a thread. */
const part = fc.oneof(fc.constantFrom('More', 'a'.repeat(300), { text: ' ' }), fc.record({ text, media }));
const target = fc
  .constantFrom(...platforms)
  .chain((platform) =>
    fc.tuple(
      fc.constant({ account_id: platform as string }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        content,
        fc.record({ platform_data: options[platform as keyof typeof options] ?? fc.constant({}) }),
        fc.record({ scheduled_at: fc.constantFrom(inDays(50), inDays(-1)) }),
      ),
    ),
  )
  .map(([account, own]) => ({ ...account, ...own }));
/** A sound post with up to three changes, so that about half of them stay sound. */
const post = fc
  .tuple(
    fc.uniqueArray(target, { minLength: 1, maxLength: 3, selector: ({ account_id }) => account_id }),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: content },
        fc.record({ segments: fc.array(part, { minLength: 1, maxLength: 3 }) }),
        fc.record({ platform_data: fc.record(options, { requiredKeys: [] }) }),
        fc.record({ scheduled_at: fc.constantFrom(inDays(-1), inDays(200), inDays(2000)) }),
        target.map((again) => ({ targets: [again, again] })),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([targets, changes]) => ({
    text: 'Hello',
    media: [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }],
    scheduled_at: inDays(100),
    targets,
    ...Object.assign({}, ...changes),
  }));

const RUNS = randomRuns(400);

describe('validate_post', () => {
  test('calls a post valid exactly when create_post takes it', async () => {
    const seen = { valid: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(post, async ({ targets, ...rest }: Body) => {
        const body = {
          ...rest,
          targets: targets.map(({ account_id, ...own }: Body) => ({ ...targetOf(ws.accounts[account_id]), ...own })),
        };
        const validated = await ws.api.post('/v1/posts/validate', body);
        expect(validated.status, validated.text).toBe(200);
        const { valid, errors } = validated.body;
        expect(valid).toBe(errors.length === 0);
        seen[valid ? 'valid' : 'invalid'] += 1;
        const created = await ws.api.post('/v1/posts', { ...body, skip_duplicate_check: true });
        if (valid) {
          expect(created.status, created.text).toBe(201);
          return;
        }
        expect([400, 422], created.text).toContain(created.status);
        const fields = errors.map(({ field }: { field: string }) => field);
        expect(fields, `${created.text} ${JSON.stringify(errors)}`).toContain(created.body.meta.field);
      }),
      { numRuns: RUNS },
    );
    // Both answers must have been seen, or the property says nothing.
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(RUNS / 8);
  });

  test('reports an empty post beside the platform’s own requirements', async () => {
    const body = { text: '', targets: [targetOf(ws.accounts.instagram)] };
    const { errors } = (await ws.api.post('/v1/posts/validate', body)).body;
    expect(errors.map(({ field, rule }: Body) => [field, rule])).toEqual([
      ['media', 'media_required'],
      ['text', 'content_required'],
    ]);
    expect((await ws.api.post('/v1/posts', body)).body.meta).toEqual({ field: 'text' });
  });
});
