import { hasFfmpeg } from '@hubbub/media-info';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { examplePosts, exportEnd, exportOf, workbookOf } from './exports.fixture.ts';

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

const VISION = ['Pictures', 'Category', 'Subjects', 'Hook', 'Brand safety'];

describe.runIf(await hasFfmpeg())(
  'create_export: what a channel says and shows, in the list and in the workbook',
  () => {
    test.each([
      ['youtube', 'captions that the platform has', 'number 1', 'en'],
      ['tiktok', 'speech that is heard in the published address', /^(\w[^.]+\. ?){4}$/, undefined],
      ['tiktok', 'speech that is heard in the stored file', /^(\w[^.]+\. ?){4}$/, undefined],
    ] as const)('%s: %s', { timeout: 120_000 }, async (platform, what, said, language) => {
      const ws = await service.workspace({ plan: 'pro', platforms: [platform] });
      await examplePosts(ws, platform, 1, what.endsWith('stored file') ? { media: [await storedVideo(ws)] } : {});
      const { body: made } = await exportOf(ws, platform, { include_transcript: true, include_vision: true });
      const done = await exportEnd(ws, made.id);
      expect(done).toMatchObject({ status: 'completed', counts: { transcripts: 1, vision: 1 } });
      const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
      const text = typeof said === 'string' ? said : expect.stringMatching(said);
      expect(videos).toMatchObject([
        {
          transcript: text,
          vision_summary: expect.any(String),
          vision_category: expect.any(String),
          vision_elements: [expect.any(String), expect.any(String)],
          vision: { hook: expect.any(String), brand_safety: expect.stringMatching(/^(safe|caution|unsafe)$/) },
        },
      ]);
      const [video] = videos;
      expect(video.transcript_lang).toBe(language);

      const { Videos: shown, Transcripts: spoken } = await workbookOf(done);
      const row = rowsOf(shown)[0];
      expect(VISION.map((title) => row?.[title])).toEqual([
        video.vision_summary,
        video.vision_category,
        video.vision_elements.join(', '),
        video.vision.hook,
        video.vision.brand_safety,
      ]);
      expect(rowsOf(spoken)).toMatchObject([
        { Id: video.id, Transcript: video.transcript, Language: language ?? null },
      ]);
    });
  },
);

/** The rows of a sheet by the titles of its columns. */
function rowsOf([header = [], ...rows]: readonly (readonly unknown[])[] = []): Body[] {
  return rows.map((cells) => Object.fromEntries(header.map((title, index) => [String(title), cells[index]])));
}

async function storedVideo({ api, simulatorUrl }: TestWorkspace): Promise<Body> {
  const bytes = await (await fetch(`${simulatorUrl}/files/sample.mp4`)).arrayBuffer();
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'video.mp4');
  const { status, body, text } = await api.post('/v1/media/upload', form);
  expect(status, text).toBe(201);
  return { source_type: 'media_id', source: body.id ?? body.media_id };
}
