import { Agent } from 'node:https';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../../judges/clients/judge.ts';
import { INSTALL_MS } from '../../../judges/installed.ts';
import type { MadeAccount } from '../../core/testing.ts';
import { TestSimulator } from './testing.ts';

/**
 * A judge from outside: the client library that most Node programs use for X, unchanged. It asks https://api.x.com; only
 * the socket leads to the simulator, which finds the way by the Host header.
 */
const simulator = new TestSimulator();
let made: MadeAccount;
let agent: Agent;
// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let library: any;
// biome-ignore lint/suspicious/noExplicitAny: the same.
let client: any;

class ToSimulator extends Agent {
  override createConnection() {
    const { hostname, port } = new URL(simulator.origin);
    return connect(Number(port), hostname);
  }
}

beforeAll(async () => {
  library = await judge('twitter-api-v2');
  await simulator.start();
  made = await simulator.account('twitter', { username: 'acme', name: 'Acme' });
  agent = new ToSimulator();
  client = new library.TwitterApi(made.tokens.access_token, { httpAgent: agent });
}, INSTALL_MS);
afterAll(async () => {
  agent.destroy();
  await simulator.close();
});

const sample = async (name: string) => Buffer.from(await (await fetch(`${simulator.url}/files/${name}`)).arrayBuffer());
const visitor = (action: string, text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'twitter', account: made.platform_id, action, text, ...more });
// biome-ignore lint/suspicious/noExplicitAny: the same.
const rejectionOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => Promise.reject(new Error('It was not rejected.')),
    (error: unknown) => (error instanceof library.ApiResponseError ? error : Promise.reject(error)),
  );

test('it logs in by OAuth 2 with PKCE, refreshes and revokes', async () => {
  const { client_id: clientId, client_secret: clientSecret } = made.app;
  const app = new library.TwitterApi({ clientId, clientSecret }, { httpAgent: agent });
  const redirectUri = 'https://app.example/callback';
  const scope = ['tweet.read', 'users.read', 'offline.access'];
  const { url, codeVerifier, state } = app.generateOAuth2AuthLink(redirectUri, { scope: scope as 'tweet.read'[] });
  expect(url).toMatch(/^https:\/\/x\.com\/i\/oauth2\/authorize\?/);
  const page = `${simulator.url}/twitter/www/i/oauth2/authorize${new URL(url).search}`;
  const consent = await fetch(`${page}&account=${made.platform_id}&decision=allow`, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe(state);

  const login = await app.loginWithOAuth2({ code: back.searchParams.get('code') ?? '', codeVerifier, redirectUri });
  expect(login).toMatchObject({ expiresIn: 7200, scope });
  expect((await login.client.v2.me()).data.username).toBe('acme');
  const next = await app.refreshOAuth2Token(login.refreshToken ?? '');
  expect((await next.client.v2.me()).data.id).toBe(made.platform_id);
  await app.revokeOAuth2Token(next.accessToken);
  expect(await rejectionOf(next.client.v2.me())).toMatchObject({ code: 401, isAuthError: true });
});

test('it gets the app’s own token', async () => {
  const { client_id: appKey, client_secret: appSecret } = made.app;
  const appOnly = await new library.TwitterApi({ appKey, appSecret }, { httpAgent: agent }).appLogin();
  expect((await appOnly.v2.userByUsername('acme')).data.id).toBe(made.platform_id);
});

test('it reads who it is', async () => {
  const { data } = await client.v2.me({ 'user.fields': ['profile_image_url', 'public_metrics', 'verified_type'] });
  expect(data).toMatchObject({ id: made.platform_id, username: 'acme', name: 'Acme', verified_type: 'none' });
  expect(data.public_metrics?.tweet_count).toBe(0);
});

describe('publishing', () => {
  test('it posts a text, and the rate limit headers are understood', async () => {
    const { data, rateLimit } = await client.v2.post(
      'tweets',
      { text: 'Hello & welcome: https://acme.com/a/long/way' },
      { fullResponse: true },
    );
    expect(data.data.text).toMatch(/^Hello &amp; welcome: https:\/\/t\.co\/\w{10}$/);
    expect(rateLimit).toMatchObject({ limit: 100, remaining: 99, day: { limit: 10_000 } });
    expect((rateLimit?.reset ?? 0) * 1000).toBeGreaterThan(Date.now());
    const entries = await simulator.ledger(`platform=twitter&account=${made.platform_id}`);
    expect(entries).toMatchObject([{ kind: 'post', operation: 'publish', platform_id: data.data.id }]);
  });

  test('it uploads an image in chunks, describes it and posts it', async () => {
    const mediaId = await client.v2.uploadMedia(await sample('sample.jpg'), { media_type: 'image/jpeg' }, 4096);
    await client.v2.createMediaMetadata(mediaId, { alt_text: { text: 'A sample' } });
    const { data } = await client.v2.tweet('With a picture', { media: { media_ids: [mediaId] } });
    const found = await client.v2.singleTweet(data.id, {
      expansions: ['attachments.media_keys', 'author_id'],
      'media.fields': ['url', 'alt_text', 'width'],
      'tweet.fields': ['created_at', 'attachments'],
    });
    expect(found.data).toMatchObject({ author_id: made.platform_id, attachments: { media_keys: [`3_${mediaId}`] } });
    expect(found.includes?.media).toMatchObject([{ media_key: `3_${mediaId}`, type: 'photo', alt_text: 'A sample' }]);
    expect(found.includes?.users).toMatchObject([{ username: 'acme' }]);
    const [entry] = (await simulator.ledger('kind=post')).slice(-1);
    expect(entry).toMatchObject({ platform_id: data.id, media: [{ type: 'photo', alt: 'A sample' }] });
  });

  test('it waits until a video is processed', async () => {
    const mediaId = await client.v2.uploadMedia(await sample('sample.mp4'), { media_type: 'video/mp4' });
    const { data } = await client.v2.tweet('With a video', { media: { media_ids: [mediaId] } });
    expect(data.text).toMatch(/^With a video https:\/\/t\.co\/\w+$/);
  });

  test('it posts a thread, a poll and a quote', async () => {
    const thread = await client.v2.tweetThread(['One', 'Two', 'Three']);
    const [first, , third] = thread.map(({ data }: { data: { id: string } }) => data.id);
    const found = await client.v2.singleTweet(third ?? '', {
      'tweet.fields': ['conversation_id', 'referenced_tweets'],
    });
    expect(found.data).toMatchObject({
      conversation_id: first,
      referenced_tweets: [{ type: 'replied_to', id: thread[1]?.data.id }],
    });
    const poll = await client.v2.tweet('Which?', { poll: { options: ['A', 'B'], duration_minutes: 60 } });
    const polled = await client.v2.singleTweet(poll.data.id, { expansions: ['attachments.poll_ids'] });
    expect(polled.includes?.polls?.[0]?.options.map(({ label }: { label: string }) => label)).toEqual(['A', 'B']);
    const quote = await client.v2.quote('Look', first ?? '');
    expect((await client.v2.quotes(first ?? '')).tweets.map(({ id }: { id: string }) => id)).toEqual([quote.data.id]);
  });

  test('it understands the rejection of a duplicate', async () => {
    await client.v2.tweet('Said once');
    const rejection = await rejectionOf(client.v2.tweet('Said once'));
    expect(rejection.code).toBe(403);
    expect(rejection.data).toMatchObject({
      title: 'Forbidden',
      detail: 'You are not allowed to create a Tweet with duplicate content.',
    });
    expect(rejection.rateLimit?.limit).toBe(100);
  });

  test('it understands a throttle', async () => {
    await simulator.fault({ platform: 'twitter', operation: 'publish', kind: 'throttle', retry_after_seconds: 40 });
    const rejection = await rejectionOf(client.v2.tweet('Later'));
    expect(rejection).toMatchObject({ code: 429, rateLimitError: true, rateLimit: { limit: 100, remaining: 0 } });
    expect((rejection.rateLimit?.reset ?? 0) * 1000 - Date.now()).toBeGreaterThan(35_000);
  });

  test('it deletes', async () => {
    const { data } = await client.v2.tweet('Soon gone');
    expect((await client.v2.deleteTweet(data.id)).data).toEqual({ deleted: true });
    expect((await client.v2.singleTweet(data.id)).errors?.[0]?.title).toBe('Not Found Error');
  });
});

describe('reading and answering', () => {
  test('it pages through its timeline', async () => {
    for (let number = 1; number <= 12; number += 1) await client.v2.tweet(`Number ${number}`);
    const timeline = await client.v2.userTimeline(made.platform_id, { max_results: 5, exclude: ['replies'] });
    expect(timeline.tweets.map(({ text }: { text: string }) => text)).toEqual(
      [12, 11, 10, 9, 8].map((number) => `Number ${number}`),
    );
    await timeline.fetchNext();
    expect(timeline.tweets.map(({ text }: { text: string }) => text).slice(5)).toEqual(
      [7, 6, 5, 4, 3].map((number) => `Number ${number}`),
    );
    const newer = await client.v2.userTimeline(made.platform_id, { since_id: timeline.tweets[1]?.id ?? '' });
    expect(newer.tweets.map(({ text }: { text: string }) => text)).toEqual(['Number 12']);
  });

  test('it finds comments by search, answers, hides, likes, and sees mentions', async () => {
    const { data: post } = await client.v2.tweet('What do you think?');
    const comment = await visitor('comment', 'Nice & good', { post_id: post.id, username: 'jane' });
    const results = await client.v2.search(`conversation_id:${post.id} -from:acme`, {
      expansions: ['author_id'],
      'tweet.fields': ['conversation_id', 'in_reply_to_user_id', 'referenced_tweets'],
    });
    expect(results.tweets).toMatchObject([
      { id: comment.platform_id, text: '@acme Nice &amp; good', in_reply_to_user_id: made.platform_id },
    ]);
    expect(results.includes.author(results.tweets[0] as never)?.username).toBe('jane');

    const { data: response } = await client.v2.reply('Thank you', comment.platform_id);
    const [entry] = (await simulator.ledger('kind=reply')).slice(-1);
    expect(entry).toMatchObject({ platform_id: response.id, in_reply_to: comment.platform_id, operation: 'reply' });
    expect((await client.v2.hideReply(comment.platform_id, true)).data).toEqual({ hidden: true });
    expect((await client.v2.like(made.platform_id, comment.platform_id)).data).toEqual({ liked: true });
    expect((await client.v2.unlike(made.platform_id, comment.platform_id)).data).toEqual({ liked: false });

    const mention = await visitor('mention', 'I like @acme', { username: 'joe' });
    const mentions = await client.v2.userMentionTimeline(made.platform_id);
    expect(mentions.tweets.map(({ id }: { id: string }) => id)).toEqual([mention.platform_id, comment.platform_id]);
  });

  test('it reads and sends direct messages', async () => {
    await visitor('message', 'Are you open today?', { username: 'jane' });
    const inbox = await client.v2.listDmEvents({
      'dm_event.fields': ['sender_id', 'dm_conversation_id', 'created_at'],
      expansions: ['sender_id'],
    });
    const [event] = inbox.events;
    expect(event).toMatchObject({ event_type: 'MessageCreate', text: 'Are you open today?' });
    const sender = event?.event_type === 'MessageCreate' ? (event.sender_id ?? '') : '';
    const sent = await client.v2.sendDmToParticipant(sender, { text: 'Until six' });
    expect(sent).toMatchObject({ data: { dm_conversation_id: event?.dm_conversation_id } });
    const conversation = await client.v2.listDmEventsOfConversation(event?.dm_conversation_id ?? '');
    expect(conversation.events).toHaveLength(2);
  });
});
