import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MadeAccount } from '../../src/core/testing.ts';
import { facebook } from '../../src/platforms/facebook/index.ts';
import { PlatformSimulator } from '../../src/platforms/meta/test-simulator.ts';
import { judge } from './judge.ts';

/**
 * A judge from outside: Meta's SDK for businesses. It has no option for its address, so the getter of it is replaced;
 * everything else is as it comes. What it does not have is not judged: login, reels and their bytes, messages.
 */
const simulator = new PlatformSimulator(facebook);
let account: MadeAccount;
// biome-ignore lint/suspicious/noExplicitAny: a library without types here.
let sdk: any;

beforeAll(async () => {
  sdk = await judge('facebook-nodejs-business-sdk');
  await simulator.start();
  account = await simulator.account('facebook', { username: 'acmebakery' });
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', { get: () => `${simulator.url}/facebook/graph` });
  sdk.FacebookAdsApi.init(account.tokens.access_token, 'en_US', false);
}, 300_000);
afterAll(() => simulator.close());

const page = () => new sdk.Page(account.platform_id);
const visitor = (action: string, text: string, post_id: string) =>
  simulator.visitor({ platform: 'facebook', account: account.platform_id, action, text, post_id });

test('it reads the Page', async () => {
  const { name, id } = await page().get(['id', 'name', 'fan_count', 'picture']);
  expect({ name, id }).toEqual({ name: account.name, id: account.platform_id });
});

test('it posts, reads, changes and deletes', async () => {
  const { id } = await page().createFeed([], { message: 'Fresh bread' });
  const post = await new sdk.PagePost(id).get(['id', 'message', 'created_time', 'permalink_url']);
  expect(post).toMatchObject({ id, message: 'Fresh bread', permalink_url: expect.stringContaining('facebook.com') });
  await new sdk.PagePost(id).update([], { message: 'Fresher bread' });
  expect((await new sdk.PagePost(id).get(['message'])).message).toBe('Fresher bread');
  await new sdk.PagePost(id).delete();
  const error = await new sdk.PagePost(id).get(['message']).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'FacebookRequestError', response: { code: 100, error_subcode: 33 } });
});

test('it uploads photos and makes an album of them', async () => {
  const photo = () => page().createPhoto([], { url: 'https://simulator.test/files/sample.jpg', published: false });
  const photos = [await photo(), await photo()].map(({ id }) => ({ media_fbid: id }));
  const { id } = await page().createFeed([], { message: 'Two', attached_media: photos });
  const { attachments } = await new sdk.PagePost(id).get(['attachments{media_type,subattachments}']);
  expect(attachments.data[0].subattachments.data).toHaveLength(2);
});

test('it walks through the pages of a list', async () => {
  for (let number = 0; number < 5; number += 1) await page().createFeed([], { message: `Number ${number}` });
  let cursor = await page().getFeed(['message'], { limit: 2 });
  const messages: string[] = cursor.map(({ message }: { message: string }) => message);
  while (cursor.hasNext()) {
    cursor = await cursor.next();
    messages.push(...cursor.map(({ message }: { message: string }) => message));
  }
  expect(messages.filter((message) => message?.startsWith('Number'))).toEqual(
    [4, 3, 2, 1, 0].map((number) => `Number ${number}`),
  );
});

test('it reads comments, answers, hides, likes and deletes', async () => {
  const { id: postId } = await page().createFeed([], { message: 'Talk to us' });
  const { platform_id: commentId } = await visitor('comment', 'Nice', postId);
  const listed = await new sdk.PagePost(postId).getComments(['id', 'message', 'is_hidden', 'from']);
  expect(listed.map(({ id, message }: { id: string; message: string }) => [id, message])).toEqual([
    [commentId, 'Nice'],
  ]);
  const comment = new sdk.Comment(commentId);
  const { id: answerId } = await comment.createComment([], { message: 'Thanks' });
  await comment.update([], { is_hidden: true });
  expect((await new sdk.Comment(commentId).get(['is_hidden'])).is_hidden).toBe(true);
  await comment.createLike([]);
  await new sdk.Comment(answerId).delete();
  expect(await comment.getComments(['id'])).toHaveLength(0);
});

test('it sends many calls in one request', async () => {
  const batch = new sdk.FacebookAdsApiBatch(sdk.FacebookAdsApi.getDefaultApi());
  const responses: Record<string, string>[] = [];
  const keep = (answer: { body: Record<string, string> }) => responses.push(answer.body);
  batch.add('GET', account.platform_id, { fields: 'id,name' }, null, keep, keep);
  batch.add('POST', `${account.platform_id}/feed`, { message: 'In a batch' }, null, keep, keep);
  expect(await batch.execute()).toBeNull();
  const [post] = (await simulator.ledger('kind=post')).slice(-1);
  expect(post?.text).toBe('In a batch');
  expect(responses).toMatchObject([{ id: account.platform_id, name: account.name }, { id: post?.platform_id }]);
});

test('it understands that a token has ended', async () => {
  const { id } = await page().createFeed([], { message: 'Before' });
  await simulator.control('POST', '/removals', { platform: 'facebook', account: account.platform_id });
  const error = await new sdk.PagePost(id).get(['message']).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'FacebookRequestError', response: { code: 190, type: 'OAuthException' } });
});
