import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../../core/test-account.ts';
import { type AsChannel, asChannel, newSimulator, reasonOf } from '../testing.ts';

const simulator = newSimulator();
let acme: AsChannel;
let other: AsChannel;
let video = '';
beforeAll(async () => {
  await simulator.start();
  acme = await asChannel(simulator, 'acme');
  other = await asChannel(simulator, 'other');
});
beforeEach(async () => {
  video = (await acme.upload()).id;
});
afterAll(() => simulator.close());

const visitor = (text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'youtube', account: acme.id, action: 'comment', post_id: video, text, ...more });
const threads = async (more = '', channel = acme): Promise<Json[]> =>
  (await channel.get(`/commentThreads?part=snippet,replies&order=time&videoId=${video}${more}`)).body.items;
const response = (parentId: string, textOriginal: string) =>
  acme.call('POST', '/comments?part=snippet', { snippet: { parentId, textOriginal } });

test('threads have the comment, some answers and their number', async () => {
  const { platform_id: first } = await visitor('Nice <3\nvery');
  await visitor('Later');
  for (let number = 1; number <= 7; number += 1) expect((await response(first, `Thanks ${number}`)).status).toBe(200);
  const [newest, oldest] = await threads();
  expect(newest.snippet.topLevelComment.snippet.textOriginal).toBe('Later');
  expect(oldest).toMatchObject({ id: first, snippet: { totalReplyCount: 7, videoId: video, channelId: acme.id } });
  expect(oldest.snippet.topLevelComment.snippet).toMatchObject({
    textDisplay: 'Nice &lt;3<br>very',
    textOriginal: 'Nice <3\nvery',
    authorDisplayName: '@jane',
  });
  expect(oldest.replies.comments).toHaveLength(5);
  const { items } = (await acme.get(`/comments?part=snippet&parentId=${first}&maxResults=100`)).body;
  expect(items).toHaveLength(7);
  expect(items[0]).toMatchObject({
    id: expect.stringMatching(`^${first}\\.`),
    snippet: { parentId: first, textOriginal: 'Thanks 7', authorChannelId: { value: acme.id } },
  });
  const ofOther = (await threads('', other))[1].snippet.topLevelComment.snippet;
  expect(ofOther.textOriginal).toBeUndefined();
});

test('all threads of a channel, in pages', async () => {
  const channel = await asChannel(simulator, 'many');
  for (let number = 0; number < 3; number += 1) {
    const { id } = await channel.upload();
    await channel.comment(id, `Number ${number}`);
  }
  const page = (more: string) =>
    channel.get(`/commentThreads?part=snippet&maxResults=2&allThreadsRelatedToChannelId=${channel.id}${more}`);
  const first = (await page('')).body;
  const second = (await page(`&pageToken=${first.nextPageToken}`)).body;
  const texts = [...first.items, ...second.items].map((item) => item.snippet.topLevelComment.snippet.textOriginal);
  expect(texts).toEqual(['Number 2', 'Number 1', 'Number 0']);
  expect(second.nextPageToken).toBeUndefined();
});

test('one level of answers, each on something that is there', async () => {
  const { platform_id: first } = await visitor('Hi');
  const { body } = await response(first, 'One');
  expect(reasonOf(await response(body.id, 'Two'))).toBe('operationNotSupported');
  expect(reasonOf(await response('UgxNone', 'Two'))).toBe('parentCommentNotFound');
  expect(reasonOf(await response(first, ' '))).toBe('commentTextRequired');
  expect(reasonOf(await response(first, 'x'.repeat(10_001)))).toBe('commentTextTooLong');
});

test('own comments are edited and deleted, others are not edited', async () => {
  const { platform_id: strange } = await visitor('Hi');
  const own = (await acme.comment(video, 'Mine')).id;
  const edit = (id: string, channel = acme) =>
    channel.call('PUT', '/comments?part=snippet', { id, snippet: { textOriginal: 'Better' } });
  expect((await edit(own)).body.snippet.textOriginal).toBe('Better');
  for (const rejected of [await edit(strange), await edit(own, other)]) expect(reasonOf(rejected)).toBe('forbidden');
  expect((await other.call('DELETE', `/comments?id=${own}`)).status).toBe(403);
  for (const id of [own, strange]) expect((await acme.call('DELETE', `/comments?id=${id}`)).status).toBe(204);
  expect(await threads()).toEqual([]);
});

test('moderation hides, shows and bans', async () => {
  const { platform_id: id } = await visitor('Spam', { username: 'spammer' });
  const moderate = (query: string, channel = acme) =>
    channel.call('POST', `/comments/setModerationStatus?id=${id}&${query}`);
  expect((await moderate('moderationStatus=heldForReview', other)).status).toBe(403);
  expect(reasonOf(await moderate('moderationStatus=published&banAuthor=true'))).toBe('banWithoutReject');
  expect((await moderate('moderationStatus=heldForReview')).status).toBe(204);
  expect(await threads()).toEqual([]);
  expect(await threads('&moderationStatus=heldForReview')).toMatchObject([{ id, snippet: { isPublic: false } }]);
  expect((await moderate('moderationStatus=published')).status).toBe(204);
  expect(await threads()).toHaveLength(1);
  expect((await moderate('moderationStatus=rejected&banAuthor=true')).status).toBe(204);
  expect(reasonOf(await moderate('moderationStatus=published'))).toBe('commentNotFound');
  await expect(visitor('Again', { username: 'spammer' })).rejects.toThrow('409');
});

test('a thread is listed for a held answer too, and each comment tells the channel its status', async () => {
  const { platform_id: first } = await visitor('For everybody');
  const { platform_id: held } = await visitor('Held', { parent_id: first, kind: 'heldForReview' });
  const [thread, ...others] = await threads('&moderationStatus=heldForReview');
  expect(others).toEqual([]);
  expect(thread.snippet.topLevelComment).toMatchObject({ id: first, snippet: { moderationStatus: 'published' } });
  expect(thread.replies.comments).toMatchObject([{ id: held, snippet: { moderationStatus: 'heldForReview' } }]);
  expect(await threads('&moderationStatus=likelySpam')).toEqual([]);
  expect(await threads('&moderationStatus=heldForReview', other)).toEqual([]);
  expect((await threads())[0].replies).toBeUndefined();
});

test('lists by ids have no pages, and a missing id rejects them', async () => {
  const { platform_id: id } = await visitor('Hi');
  const byIds = (query: string) => acme.get(`/comments?part=id&id=${query}`);
  expect((await byIds(id)).body.items).toMatchObject([{ id }]);
  expect(reasonOf(await byIds(`${id}&maxResults=20`))).toBe('incompatibleParameters');
  expect(reasonOf(await byIds(`${id},UgxNone`))).toBe('commentNotFound');
});

test('videos made for kids have no comments', async () => {
  video = (await acme.upload({}, { selfDeclaredMadeForKids: true })).id;
  expect(reasonOf(await acme.get(`/commentThreads?part=snippet&videoId=${video}`))).toBe('commentsDisabled');
  await expect(visitor('Hi')).rejects.toThrow('409');
});
