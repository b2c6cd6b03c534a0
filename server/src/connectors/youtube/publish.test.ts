import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformRequest } from '../../core/session.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { editing } from './editing.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { no, VIDEO, youtubeSession } from './session.fake.ts';

const UNIT = 256 * 1024;
const video = { type: 'video', url: 'https://a.example/x.mp4' } as const;
const content = (fields: Partial<Content> = {}): Content => ({
  title: 'A title',
  text: 'Words',
  media: [video],
  options: {},
  ...fields,
});
const said = (platformData: object) => ({ options: options.parse(platformData) as Content['options'] });
const location = 'https://elsewhere.test/upload?uploadType=resumable&upload_id=AJ_1-x';
const started: FakeResponse = { text: '', headers: { location } };
const open = (stored: number): FakeResponse => ({
  status: 308,
  headers: stored === 0 ? {} : { range: `bytes=0-${stored - 1}` },
});
const done: FakeResponse = { json: { kind: 'youtube#video', id: VIDEO } };
const rangeOf = ({ headers }: PlatformRequest) => headers?.['content-range'];

/** Answers one after the other, the last one again and again. */
function inTurn(...answers: (FakeResponse | Error)[]) {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] as FakeResponse | Error;
}

test("prepare uploads everything but the last piece, by YouTube's own position", async () => {
  const bytes = new Uint8Array(UNIT * 40 + 5).fill(7);
  const lost = new PlatformError('unknown', 'The line broke.');
  const answers = inTurn(started, open(UNIT * 16), open(UNIT * 20), lost, open(UNIT * 36), open(UNIT * 40));
  const { session, requests } = youtubeSession(answers, bytes);
  const prepared = await publishing.prepare(session, content());
  expect(prepared).toMatchObject({ uploadId: 'AJ_1-x', part: 'snippet,status', size: bytes.length });
  const total = `/${bytes.length}`;
  expect(requests.map(rangeOf)).toEqual([
    undefined,
    `bytes 0-${UNIT * 16 - 1}${total}`,
    `bytes ${UNIT * 16}-${UNIT * 32 - 1}${total}`,
    `bytes ${UNIT * 20}-${UNIT * 36 - 1}${total}`,
    `bytes *${total}`,
    `bytes ${UNIT * 36}-${UNIT * 40 - 1}${total}`,
  ]);
  expect(requests.every(({ url }) => url === 'https://api.test/upload/youtube/v3/videos')).toBe(true);

  const sending = youtubeSession(inTurn(open(UNIT * 40), done), bytes);
  const published = await publishing.send(sending.session, content(), prepared, 'key');
  expect(published).toEqual({ platformId: VIDEO, permalink: `https://www.youtube.com/watch?v=${VIDEO}` });
  expect(sending.requests.map(rangeOf)).toEqual([`bytes *${total}`, `bytes ${UNIT * 40}-${UNIT * 40 + 4}${total}`]);
});

test('an upload without progress is aborted', async () => {
  const { session, requests } = youtubeSession(inTurn(started, open(0)), new Uint8Array(UNIT * 2));
  await expect(publishing.prepare(session, content())).rejects.toMatchObject({ kind: 'unavailable' });
  expect(requests).toHaveLength(4);
});

const material = { uploadId: 'AJ_1-x', part: 'snippet,status', size: 10, digest: '' };

test('a repeat that finds the video sends nothing', async () => {
  const { session, requests } = youtubeSession(() => done);
  expect(await publishing.send(session, content(), material, 'key')).toMatchObject({ platformId: VIDEO });
  expect(requests).toHaveLength(1);
});

test('a changed file is not joined with the old one', async () => {
  const { session } = youtubeSession(() => open(0));
  const sent = publishing.send(session, content(), material, 'key');
  await expect(sent).rejects.toMatchObject({ kind: 'rejected', facts: { field: 'media' } });
});

test('the state of an upload', async () => {
  const stateOf = (response: FakeResponse) => publishing.state(youtubeSession(() => response).session, material);
  expect(await stateOf(open(5))).toEqual({ state: 'not_sent' });
  expect(await stateOf(done)).toMatchObject({ state: 'sent', published: { platformId: VIDEO } });
  for (const status of [404, 410]) expect(await stateOf({ status })).toEqual({ state: 'gone' });
  await expect(stateOf({ status: 503 })).rejects.toMatchObject({ kind: 'unavailable' });
});

test('the resource of a video', async () => {
  const { session, requests } = youtubeSession(() => started);
  const platformData = {
    tags: 'a, b c ,',
    category_id: '24',
    made_for_kids: true,
    publish_at: '2026-12-01T10:00:00+01:00',
    recording_date: '2026-11-20T00:00:00Z',
    notify_subscribers: false,
  };
  await publishing.prepare(session, content(said(platformData)));
  expect(requests[0]).toMatchObject({
    query: { part: 'snippet,status,recordingDetails', notifySubscribers: false },
    headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '10' },
    body: {
      json: {
        snippet: { title: 'A title', description: 'Words', tags: ['a', 'b c'], categoryId: '24' },
        status: { privacyStatus: 'private', publishAt: '2026-12-01T09:00:00.000Z', selfDeclaredMadeForKids: true },
        recordingDetails: { recordingDate: '2026-11-20T00:00:00Z' },
      },
    },
  });
});

const { title: _, ...untitled } = content();
test.each<[string, Content, string]>([
  ['no title', untitled, 'title'],
  ['a title with <', content({ title: 'a < b' }), 'title'],
  ['a text with >', content({ text: 'a > b' }), 'text'],
  ['an image', content({ media: [{ ...video, type: 'image' }] }), 'media'],
  ['two videos', content({ media: [video, video] }), 'media'],
  ['an audience that YouTube has not', content({ visibility: 'logged_in' }), 'visibility'],
  [
    'a public video with a time',
    content({ visibility: 'public', ...said({ publish_at: '2026-12-01T10:00:00Z' }) }),
    'platform_data.publish_at',
  ],
  [
    'a thumbnail that is no image',
    content(said({ thumbnail_url: 'https://a.example/x.mp4' })),
    'platform_data.thumbnail_url',
  ],
])('%s is rejected before anything is uploaded', async (_name, wrong, field) => {
  const { session, requests } = youtubeSession(() => started);
  await expect(publishing.prepare(session, wrong)).rejects.toMatchObject({ kind: 'rejected', facts: { field } });
  expect(requests).toEqual([]);
});

test('an option replaces a missing title', async () => {
  const { session, requests } = youtubeSession(() => started);
  await publishing.prepare(session, { ...untitled, ...said({ title: 'From the options' }) });
  expect(requests[0]?.body).toMatchObject({ json: { snippet: { title: 'From the options' } } });
});

test.each([{ tags: 'x'.repeat(501) }, { tags: ['a<b'] }, { publish_at: 'tomorrow' }, { category_id: 'music' }])(
  'the options %j are rejected',
  (wrong) => {
    expect(options.safeParse(wrong).success).toBe(false);
  },
);

test('thumbnail and playlist follow the video, and their failure does not undo it', async () => {
  const more = said({ thumbnail_url: 'https://a.example/x.png', playlist_id: 'PL1' });
  const response = ({ method }: PlatformRequest) => (method === 'PUT' ? done : no(403, 'forbidden'));
  const { session, calls } = youtubeSession(response, new Uint8Array(4), 'image/png');
  expect(await publishing.send(session, content(more), material, 'key')).toMatchObject({ platformId: VIDEO });
  expect(calls().slice(1)).toEqual(['POST /upload/youtube/v3/thumbnails/set', 'POST /youtube/v3/playlistItems']);
});

test('an edit sends the rest of the snippet back', async () => {
  const snippet = { title: 'T', categoryId: '22', tags: ['a'], description: 'Old', channelTitle: 'Acme' };
  const { session, requests } = youtubeSession(({ method }) =>
    method === 'GET' ? { json: { kind: 'youtube#videoListResponse', items: [{ id: VIDEO, snippet }] } } : done,
  );
  const input = { platformId: VIDEO, text: 'New' };
  const prepared = (await editing.prepare?.(session, input)) ?? {};
  await editing.send(session, input, prepared, 'key');
  const json = { id: VIDEO, snippet: { title: 'T', categoryId: '22', tags: ['a'], description: 'New' } };
  expect(requests[1]?.body).toEqual({ json });
});

test('uploads are listed back to the given time, to the second', async () => {
  const item = (number: number) => ({
    snippet: {
      publishedAt: `2026-03-01T12:00:0${number}Z`,
      title: 'A title',
      description: number === 5 ? 'Words' : '',
    },
    contentDetails: { videoId: `v${number}` },
  });
  const page = { kind: 'youtube#playlistItemListResponse', items: [item(5), item(4), item(2)] };
  const { session, requests } = youtubeSession(() => ({ json: page }));
  const found = await publishing.list(session, content(), new Date('2026-03-01T12:00:04.700Z'));
  expect(found.map(({ platformId }) => platformId)).toEqual(['v5', 'v4']);
  expect(found.map((each) => publishing.matches(content(), each))).toEqual([true, false]);
  expect(requests[0]?.query).toMatchObject({ playlistId: 'UUaaaaaaaaaaaaaaaaaaaaaa' });
});
