import { describe, expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakePlatform, graphError, type Routes } from '../shared/meta/session.fake.ts';
import { editing } from './editing.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';

const PAGE = '17841405822304914';
const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };
const POST: Content = { text: 'Fresh bread', media: [], options: {} };
const reel = { ...POST, media: [VIDEO], options: { content_type: 'reel' } };
const story = (item: Media) => ({ ...POST, media: [item], options: { content_type: 'stories' } });

function platform(routes: Routes) {
  const fake = fakePlatform(routes);
  const session: Session = {
    ...fake.session,
    hosts: { graph: 'https://graph.test', rupload: 'https://rupload.test' },
  };
  return { ...fake, session };
}

function fieldsOf(request: PlatformRequest | undefined) {
  const { body } = request ?? {};
  if (body === undefined || !('form' in body)) return undefined;
  return Object.fromEntries(Object.entries(body.form).filter(([, value]) => value !== undefined));
}

const at = (path: string) => `/v25.0/${PAGE}/${path}`;
const PHOTOS = `POST ${at('photos')}`;
const FEED = `POST ${at('feed')}`;
const VIDEOS = `POST ${at('videos')}`;
const REELS = `POST ${at('video_reels')}`;
const READ = 'GET /v25.0/1192';
const UPLOAD = 'POST /video-upload/v25.0/1192';
const done = { json: { success: true } };

describe('prepare', () => {
  test('nothing for a text', async () => {
    expect(await publishing.prepare?.(platform({}).session, POST)).toEqual({ kind: 'text' });
  });

  test('unpublished photos', async () => {
    const { session, requests } = platform({ [PHOTOS]: [{ json: { id: '391' } }, { json: { id: '392' } }] });
    const prepared = await publishing.prepare?.(session, { ...POST, media: [IMAGE, IMAGE] });
    expect(prepared).toEqual({ kind: 'photos', photos: ['391', '392'] });
    expect(fieldsOf(requests[0])).toEqual({ url: IMAGE.url, published: 'false' });
  });

  test('an unpublished video', async () => {
    const { session, requests } = platform({ [VIDEOS]: { json: { id: '1192' } } });
    const prepared = await publishing.prepare?.(session, { ...POST, media: [VIDEO], title: 'Bread' });
    expect(prepared).toEqual({ kind: 'video', video: '1192' });
    expect(fieldsOf(requests[0])).toEqual({
      file_url: VIDEO.url,
      published: 'false',
      title: 'Bread',
      description: 'Fresh bread',
    });
  });

  test('reels and stories are fetched by Facebook', async () => {
    const started = { json: { video_id: '1192', upload_url: 'https://elsewhere.test/1192' } };
    const { session, calls } = platform({
      [REELS]: started,
      [`POST ${at('video_stories')}`]: started,
      [PHOTOS]: { json: { id: '391' } },
      [UPLOAD]: done,
    });
    expect(await publishing.prepare?.(session, reel)).toEqual({ kind: 'reel', video: '1192' });
    expect(await publishing.prepare?.(session, story(VIDEO))).toEqual({ kind: 'video_story', video: '1192' });
    expect(await publishing.prepare?.(session, story(IMAGE))).toEqual({ kind: 'photo_story', photo: '391' });
    expect(calls()).toEqual([REELS, UPLOAD, `POST ${at('video_stories')}`, UPLOAD, PHOTOS]);
  });
});

describe('ready', () => {
  const readiness = (response: FakeResponse) =>
    publishing.ready?.(platform({ [READ]: response }).session, { kind: 'reel', video: '1192' });
  const status = (more: Record<string, unknown>) => ({ json: { id: '1192', status: more } });

  test.each([
    ['processing', { video_status: 'processing', processing_phase: { status: 'in_progress' } }, 'not_ready'],
    ['processing, told in one word', { video_status: 'processing' }, 'not_ready'],
    ['processed', { video_status: 'ready', processing_phase: { status: 'complete' } }, 'ready'],
    ['uploaded', { video_status: 'upload_complete', processing_phase: { status: 'not_started' } }, 'ready'],
    ['broken', { video_status: 'error' }, 'failed'],
    ['a bad file', { processing_phase: { status: 'error', error: { message: 'Resolution too low' } } }, 'failed'],
  ])('%s', async (_name, given, state) => expect(await readiness(status(given))).toMatchObject({ state }));

  test('a failure has its reason', async () => {
    const given = { processing_phase: { status: 'error', error: { message: 'Resolution too low' } } };
    expect(await readiness(status(given))).toMatchObject({
      error: { kind: 'rejected', message: expect.stringContaining('Resolution too low'), facts: { field: 'media' } },
    });
  });

  test('an unreadable session is left to the last step, an outage is not', async () => {
    expect(await readiness(graphError(100, 33))).toEqual({ state: 'ready' });
    await expect(readiness({ status: 503, text: '' })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(readiness({ json: { id: '1192' } })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('text and photos always are', async () => {
    const { session } = platform({});
    expect(await publishing.ready?.(session, { kind: 'text' })).toEqual({ state: 'ready' });
    expect(await publishing.ready?.(session, { kind: 'photos', photos: ['1'] })).toEqual({ state: 'ready' });
  });
});

describe('send', () => {
  const send = (routes: Parameters<typeof platform>[0], content: Content, prepared: Record<string, unknown>) => {
    const { session, requests } = platform(routes);
    return { requests, published: publishing.send(session, content, prepared, 'key') };
  };

  test('a post in the feed', async () => {
    const id = `${PAGE}_1`;
    const { requests, published } = send({ [FEED]: { json: { id, permalink_url: 'https://f.test/1' } } }, POST, {
      kind: 'photos',
      photos: ['391'],
    });
    expect(await published).toEqual({ platformId: id, permalink: 'https://f.test/1' });
    expect(fieldsOf(requests[0])).toEqual({
      message: 'Fresh bread',
      attached_media: '[{"media_fbid":"391"}]',
      fields: 'id,permalink_url',
    });
    const bare = send({ [FEED]: { json: { id } } }, POST, { kind: 'text' });
    expect(await bare.published).toEqual({ platformId: id, permalink: `https://www.facebook.com/${id}` });
  });

  test('stories', async () => {
    const response = { json: { success: true, post_id: '12' } };
    const expected = { platformId: '12', permalink: 'https://www.facebook.com/12' };
    const photo = send({ [`POST ${at('photo_stories')}`]: response }, story(IMAGE), {
      kind: 'photo_story',
      photo: '391',
    });
    expect(await photo.published).toEqual(expected);
    const video = send({ [`POST ${at('video_stories')}`]: response }, story(VIDEO), {
      kind: 'video_story',
      video: '1192',
    });
    expect(await video.published).toEqual(expected);
    expect(fieldsOf(video.requests[0])).toEqual({ upload_phase: 'finish', video_id: '1192' });
  });

  test('a reel has the id of its video', async () => {
    const { requests, published } = send({ [REELS]: done }, reel, { kind: 'reel', video: '1192' });
    expect(await published).toEqual({ platformId: '1192', permalink: 'https://www.facebook.com/reel/1192' });
    expect(fieldsOf(requests[0])).toEqual({
      upload_phase: 'finish',
      video_id: '1192',
      video_state: 'PUBLISHED',
      description: 'Fresh bread',
    });
  });

  test('a video has the id of its post, where Facebook names it', async () => {
    const content = { ...POST, media: [VIDEO] };
    const prepared = { kind: 'video', video: '1192' };
    const LAST = 'POST /v25.0/1192';
    const told = { json: { id: '1192', post_id: `${PAGE}_7` } };
    const { requests, published } = send({ [LAST]: done, [READ]: told }, content, prepared);
    expect(await published).toEqual({ platformId: `${PAGE}_7`, permalink: `https://www.facebook.com/${PAGE}_7` });
    expect(fieldsOf(requests[0])).toEqual({ published: 'true' });
    for (const response of [graphError(100, 33), { status: 500, text: '' }, { json: { id: '1192' } }])
      expect(await send({ [LAST]: done, [READ]: response }, content, prepared).published).toMatchObject({
        platformId: '1192',
      });
  });

  const phase = (publishing_phase?: Record<string, string>) => ({ json: { id: '1192', status: { publishing_phase } } });

  test.each([
    ['published before', phase({ status: 'in_progress', publish_status: 'published' }), 'ok'],
    ['done', phase({ status: 'complete' }), 'ok'],
    ['a draft', phase({ status: 'complete', publish_status: 'draft' }), 'rejected'],
    ['not published', phase({ status: 'not_started' }), 'rejected'],
    ['silent about that', phase(), 'unknown'],
    ['gone', graphError(100, 33), 'unknown'],
    ['unreadable', { status: 500, text: '' }, 'unknown'],
  ])('a rejected last step of a video that is %s', async (_name, state, expected) => {
    const { published } = send({ [REELS]: graphError(100), [READ]: state }, reel, { kind: 'reel', video: '1192' });
    expect(await published.then(() => 'ok').catch(({ kind }) => kind)).toBe(expected);
  });

  test('a repeated last step with an undocumented code is not a failure', async () => {
    const routes = { [REELS]: graphError(6000, 1363030), [READ]: phase({ publish_status: 'published' }) };
    expect(await send(routes, reel, { kind: 'reel', video: '1192' }).published).toMatchObject({ platformId: '1192' });
  });

  test.each([
    ['no answer', new PlatformError('unknown', 'hung up'), 'unknown'],
    ['5xx', { status: 500, json: {} }, 'unknown'],
    ['a passing fault', graphError(1, 1363047), 'unknown'],
    ['an answer without id', { json: {} }, 'unknown'],
    ['a bad parameter', graphError(100), 'rejected'],
    ['abuse', graphError(368), 'rejected'],
    ['a limit', graphError(80_001), 'rate_limited'],
    ['an expired token', graphError(190, 460), 'auth_expired'],
    ['a lost right', graphError(200), 'forbidden'],
  ])('%s is %s', async (_name, response, kind) => {
    await expect(send({ [FEED]: response }, POST, { kind: 'text' }).published).rejects.toMatchObject({ kind });
  });

  test.each([[graphError(506)], [graphError(506, 1455006)], [graphError(100, 1366051)]])(
    'what was posted already may be our own: %j',
    async (response) => {
      const { published } = send({ [FEED]: response }, POST, { kind: 'text' });
      await expect(published).rejects.toMatchObject({ kind: 'unknown', facts: { platformCode: 'duplicate' } });
    },
  );
});

describe('list', () => {
  const SINCE = new Date('2026-03-01T12:00:00.900Z');
  const time = (second: number) => `2026-03-01T12:00:0${second}+0000`;

  test('the feed, to the second', async () => {
    const post = (id: string, created_time: string) => ({ id, message: 'Fresh bread', created_time });
    const data = [post('1_1', time(5)), post('1_2', time(0)), post('1_3', '2026-03-01T11:59:59+0000')];
    const { session, requests } = platform({ [`GET ${at('published_posts')}`]: { json: { data } } });
    const posts = await publishing.list(session, POST, SINCE);
    expect(posts.map(({ platformId }) => platformId)).toEqual(['1_1', '1_2']);
    expect(requests[0]?.query).toMatchObject({ since: 1772366400, limit: 50 });
    expect(publishing.matches(POST, posts[0] as never)).toBe(true);
  });

  test('reels and stories have edges of their own', async () => {
    const reels = [{ id: '1192', description: 'Fresh bread', updated_time: time(5) }];
    const made = { creation_time: '1772366405', media_type: 'photo', status: 'PUBLISHED' };
    const stories = [
      { post_id: '12', ...made },
      { post_id: '13', ...made, media_type: 'video' },
      { post_id: '14', ...made, status: 'ARCHIVED' },
    ];
    const { session } = platform({
      [`GET ${at('video_reels')}`]: { json: { data: reels } },
      [`GET ${at('stories')}`]: { json: { data: stories } },
    });
    const ids = async (content: Content) =>
      (await publishing.list(session, content, SINCE)).map(({ platformId }) => platformId);
    expect(await ids(reel)).toEqual(['1192']);
    expect(await ids(story(IMAGE))).toEqual(['12']);
    expect(await ids(story(VIDEO))).toEqual(['13']);
  });
});

test('removal: a missing post counts as removed', async () => {
  const stories = (...ids: string[]) => ({
    json: { data: ids.map((post_id) => ({ post_id, status: 'PUBLISHED', creation_time: '1772300000' })) },
  });
  const remove = (response: FakeResponse, listed = stories('7')) => {
    const { session } = platform({ 'DELETE /v25.0/1_2': response, [`GET ${at('stories')}`]: listed });
    return removal.send(session, { platformId: '1_2' }, {}, 'key');
  };
  expect(await remove(done)).toEqual({ platformId: '1_2' });
  expect(await remove(graphError(100, 33))).toEqual({ platformId: '1_2' });
  await expect(remove({ status: 500, text: '' })).rejects.toMatchObject({ kind: 'unknown' });
  await expect(remove(graphError(100, 33), stories('7', '1_2'))).rejects.toMatchObject({ kind: 'rejected' });
});

test('editing: posts have a message, reels a description', async () => {
  const { session, requests } = platform({ 'POST /v25.0/1_2': done, 'POST /v25.0/1192': done });
  for (const platformId of ['1_2', '1192']) await editing.send(session, { platformId, text: 'Better' }, {}, 'key');
  expect(requests.map(fieldsOf)).toEqual([{ message: 'Better' }, { description: 'Better' }]);
});
