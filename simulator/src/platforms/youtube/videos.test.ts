import { afterAll, beforeAll, expect, test } from 'vitest';
import { seen } from '../../core/test-account.ts';
import { type AsChannel, asChannel, newSimulator, reasonOf } from './testing.ts';

const simulator = newSimulator();
let acme: AsChannel;
let other: AsChannel;
beforeAll(async () => {
  await simulator.start();
  acme = await asChannel(simulator, 'acme');
  other = await asChannel(simulator, 'other');
});
afterAll(() => simulator.close());

test('the channel behind a login', async () => {
  const { body } = await acme.get('/channels?part=snippet,contentDetails,statistics&mine=true');
  const uploads = acme.id.replace('UC', 'UU');
  expect(body).toMatchObject({
    kind: 'youtube#channelListResponse',
    items: [
      {
        id: acme.id,
        snippet: { title: 'Acme', customUrl: '@acme' },
        contentDetails: { relatedPlaylists: { uploads } },
        statistics: { videoCount: expect.stringMatching(/^\d+$/) },
      },
    ],
  });
  expect(reasonOf(await acme.get('/channels?mine=true'))).toBe('required');
  expect(reasonOf(await acme.get('/channels?part=nothing&mine=true'))).toBe('unknownPart');
});

test('an update replaces the named part as a whole', async () => {
  const { id } = await acme.upload({ tags: ['a'], description: 'Old' }, { privacyStatus: 'unlisted' });
  const put = (snippet: object) => acme.call('PUT', '/videos?part=snippet', { id, snippet });
  expect(reasonOf(await put({ description: 'x' }))).toBe('invalidTitle');
  expect(reasonOf(await put({ title: 'New' }))).toBe('invalidCategoryId');
  const { body } = await put({ title: 'New', categoryId: '24' });
  expect(body.snippet).toMatchObject({ title: 'New', description: '', categoryId: '24' });
  expect(body.snippet.tags).toBeUndefined();
  const { items } = (await acme.get(`/videos?part=status&id=${id}`)).body;
  expect(items).toMatchObject([{ status: { privacyStatus: 'unlisted' } }]);
  expect(reasonOf(await other.call('PUT', '/videos?part=snippet', { id, snippet: { title: 'Mine' } }))).toBe(
    'forbidden',
  );
});

test('a private video is seen by its channel, until its time has come', async () => {
  const publishAt = new Date(Date.now() + 3600_000).toISOString();
  const { id } = await acme.upload({}, { privacyStatus: 'private', publishAt });
  const seenBy = async (channel: AsChannel) => (await channel.get(`/videos?part=status&id=${id}`)).body.items;
  expect(await seenBy(acme)).toMatchObject([{ status: { privacyStatus: 'private', publishAt } }]);
  expect(await seenBy(other)).toEqual([]);
  await simulator.advance(3601);
  for (const channel of [acme, other]) {
    await channel.refresh();
    expect(await seenBy(channel)).toMatchObject([{ status: { privacyStatus: 'public' } }]);
  }
});

test('the playlist of all uploads has them newest first, in pages', async () => {
  const channel = await asChannel(simulator, 'pages');
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push((await channel.upload({ title })).id);
  const playlist = channel.id.replace('UC', 'UU');
  const page = async (token?: string) =>
    (
      await channel.get(
        `/playlistItems?part=snippet,contentDetails&maxResults=2&playlistId=${playlist}${token ? `&pageToken=${token}` : ''}`,
      )
    ).body;
  const first = await page();
  const second = await page(first.nextPageToken);
  const found = [...first.items, ...second.items].map((item) => item.contentDetails.videoId);
  expect(found).toEqual(ids.reverse());
  expect(second.nextPageToken).toBeUndefined();
  expect(first.items[0].snippet).toMatchObject({ title: 'Three', playlistId: playlist, channelId: channel.id });
  expect(reasonOf(await channel.get('/playlistItems?part=snippet&playlistId=UUnone'))).toBe('playlistNotFound');
});

test('a video goes into an own playlist', async () => {
  const { id: videoId } = await acme.upload();
  const [{ id: playlistId }] = (await acme.get('/playlists?part=snippet&mine=true')).body.items;
  const add = (channel: AsChannel) => {
    const snippet = { playlistId, resourceId: { kind: 'youtube#video', videoId } };
    return channel.call('POST', '/playlistItems?part=snippet', { snippet });
  };
  expect((await add(acme)).body).toMatchObject({ kind: 'youtube#playlistItem', snippet: { playlistId, position: 0 } });
  expect(reasonOf(await add(other))).toBe('forbidden');
  const { items } = (await acme.get(`/playlistItems?part=contentDetails&playlistId=${playlistId}`)).body;
  expect(items).toMatchObject([{ contentDetails: { videoId } }]);
});

test('a thumbnail is a small JPEG or PNG', async () => {
  const { id } = await acme.upload();
  const set = async (body: Uint8Array<ArrayBuffer>, type: string) =>
    await seen(
      fetch(`${simulator.url}/youtube/api/upload/youtube/v3/thumbnails/set?videoId=${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${acme.token}`, 'content-type': type },
        body,
      }),
    );
  const image = async (name: string) =>
    new Uint8Array(await (await fetch(`${simulator.url}/files/${name}`)).arrayBuffer());
  expect(await set(await image('sample.jpg'), 'image/jpeg')).toMatchObject({
    status: 200,
    body: { kind: 'youtube#thumbnailSetResponse', items: [{ default: { width: 120 } }] },
  });
  expect(reasonOf(await set(await image('sample.gif'), 'image/gif'))).toBe('imageFormatUnsupported');
  const large = new Uint8Array(2 * 1024 * 1024 + 1);
  large.set(await image('sample.png'));
  expect((await set(large, 'image/png')).status).toBe(413);
});

test('a removed video takes its comments along', async () => {
  const { id } = await acme.upload();
  await acme.comment(id, 'Hi');
  expect((await other.call('DELETE', `/videos?id=${id}`)).status).toBe(403);
  expect((await acme.call('DELETE', `/videos?id=${id}`)).status).toBe(204);
  expect(reasonOf(await acme.call('DELETE', `/videos?id=${id}`))).toBe('videoNotFound');
  expect((await acme.get(`/videos?part=snippet&id=${id}`)).body.items).toEqual([]);
  expect(reasonOf(await acme.get(`/commentThreads?part=snippet&videoId=${id}`))).toBe('videoNotFound');
});

test('statistics follow what visitors do, and are texts', async () => {
  const { id: post_id } = await acme.upload();
  for (const username of ['jane', 'jane', 'omar'])
    await simulator.visitor({ platform: 'youtube', account: acme.id, action: 'like', post_id, username });
  const { items } = (await acme.get(`/videos?part=statistics&id=${post_id}`)).body;
  expect(items[0].statistics).toEqual({ viewCount: '2', likeCount: '2', favoriteCount: '0', commentCount: '0' });
});
