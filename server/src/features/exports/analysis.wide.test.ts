import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/harness.ts';
import { examplePosts, exportEnd, exportOf } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('create_export has what pictures show and what is said, from the simulated service', {
  timeout: 120_000,
}, async () => {
  const ws = await service.workspace({ plan: 'pro', platforms: ['instagram'] });
  await examplePosts(ws, 'instagram', 1);
  const { body: made } = await exportOf(ws, 'instagram', { include_transcript: true, include_vision: true });
  const done = await exportEnd(ws, made.id);
  expect(done).toMatchObject({ status: 'completed', total_videos: 1 });
  const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
  expect(videos[0]).toMatchObject({
    vision_summary: expect.stringMatching(/^A \w+ picture of /),
    vision_category: expect.any(String),
    transcript_missing: 'The file is image/jpeg, neither a video nor sound.',
  });
});
