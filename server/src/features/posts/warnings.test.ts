import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let post: object;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'telegram', 'linkedin'] });
  const segments = ['Two', { text: 'Three' }];
  const said = { text: 'One', title: 'A title', segments, first_comment: 'First!' };
  post = { ...said, targets: targetsOn(ws, 'twitter', 'telegram', 'linkedin') };
});
afterAll(() => service?.close());

const validated = async () => (await ws.api.post('/v1/posts/validate', post)).body.warnings;
const create = (more: object, query = '', headers = {}) =>
  ws.api.post(`/v1/posts${query}`, { ...post, skip_duplicate_check: true, ...more }, { headers });

test('create_post and its dry run give the warnings of validate_post', async () => {
  const warnings = await validated();
  expect(warnings).toContainEqual(expect.objectContaining({ platform: 'telegram', rule: 'segments_ignored' }));
  const scheduled = { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() };
  for (const more of [{}, scheduled, { publish_now: true }, { publish_now: true, skip_validation: true }]) {
    const made = await create(more);
    expect(made.status, made.text).toBe(201);
    expect(made.body.warnings).toEqual(warnings);
    const rehearsed = await create(more, '?dry_run=true');
    expect(rehearsed).toMatchObject({ status: 200, body: { warnings } });
  }
  const waited = await ws.api.post('/v1/posts', { ...post, publish_now: true, skip_duplicate_check: true }, waiting);
  expect(waited.body.warnings).toEqual(warnings);
});

test('a repeated key gives the warnings again', async () => {
  const key = { 'idempotency-key': 'with-warnings' };
  const first = await create({}, '', key);
  const again = await create({}, '', key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body.warnings).toEqual(first.body.warnings);
});

test('publish_post and update_post give them too; a post without any has an empty list', async () => {
  const warnings = await validated();
  const { body: draft } = await create({});
  expect((await ws.api.patch(`/v1/posts/${draft.id}`, { text: 'Another' })).body.warnings).toEqual(warnings);
  expect((await ws.api.post(`/v1/posts/${draft.id}/publish?dry_run=true`)).body.warnings).toEqual(warnings);
  expect((await ws.api.post(`/v1/posts/${draft.id}/publish`)).body.warnings).toEqual(warnings);
  const plain = { text: 'Nothing is lost', targets: targetsOn(ws, 'twitter') };
  expect((await ws.api.post('/v1/posts', plain)).body.warnings).toEqual([]);
});
