import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { google } from '../../src/platforms/google/index.ts';
import { asLocation } from '../../src/platforms/google/testing.ts';
import { PlatformSimulator } from '../../src/platforms/meta/test-simulator.ts';
import { youtube } from '../../src/platforms/youtube/index.ts';
import { AsChannel } from '../../src/platforms/youtube/testing.ts';
import { judge } from './judge.ts';

/**
 * A judge from outside: Google's own client libraries, unchanged. They ask Google's hosts; only the `fetch` that they are
 * given leads to the simulator. There is none for the version 4 of Google Business, which has posts and reviews, and they
 * upload videos in one request, which is not simulated: the video comes by the resumable protocol of Google's guide.
 */
const simulator = new PlatformSimulator(youtube);
const places = new PlatformSimulator(google);

// biome-ignore lint/suspicious/noExplicitAny: libraries without types here.
type Library = any;

beforeAll(async () => {
  await judge('@googleapis/youtube');
  await Promise.all([simulator.start(), places.start()]);
}, 300_000);
afterAll(() => Promise.all([simulator.close(), places.close()]));

/** Google's hosts, and what stands for them. */
const hosts = () =>
  new Map([
    ['accounts.google.com', `${simulator.url}/youtube/www`],
    ['oauth2.googleapis.com', `${simulator.url}/youtube/oauth`],
    ['youtube.googleapis.com', `${simulator.url}/youtube/api`],
    ['mybusinessaccountmanagement.googleapis.com', `${places.url}/google/accounts`],
    ['mybusinessbusinessinformation.googleapis.com', `${places.url}/google/information`],
  ]);

const toSimulator = (address: string | URL): string => {
  const { hostname, pathname, search } = new URL(address);
  return `${hosts().get(hostname)}${pathname}${search}`;
};
const fetchImplementation = (address: string | URL, init?: RequestInit) => fetch(toSimulator(address), init);
const transporterOptions = { fetchImplementation };

const rejectionOf = (promise: Promise<unknown>): Promise<Library> =>
  promise.then(
    () => Promise.reject(new Error('It was not rejected.')),
    (error: unknown) => error,
  );

test('it logs in by the consent page, refreshes and revokes', async () => {
  const { OAuth2Client } = await judge('google-auth-library');
  const { app, platform_id } = await simulator.account('youtube');
  const client = new OAuth2Client({
    clientId: app.client_id,
    clientSecret: app.client_secret,
    redirectUri: 'https://app.example/back',
    transporterOptions,
  });
  const scope = 'https://www.googleapis.com/auth/youtube.force-ssl';
  const page = client.generateAuthUrl({ access_type: 'offline', prompt: 'consent', scope, state: 's' });
  const decided = await fetch(`${toSimulator(page)}&decision=allow&account=${platform_id}`, { redirect: 'manual' });
  const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code');
  const { tokens } = await client.getToken(code);
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope, expiry_date: expect.any(Number) });
  expect((await client.getTokenInfo(tokens.access_token)).scopes).toEqual([scope]);
  client.setCredentials(tokens);
  const { credentials } = await client.refreshAccessToken();
  expect(credentials.access_token).not.toBe(tokens.access_token);
  await client.revokeCredentials();
  client.setCredentials(tokens);
  const { message } = await rejectionOf(client.refreshAccessToken());
  expect(message).toContain('invalid_grant');
});

describe('YouTube', () => {
  let channel: AsChannel;
  let api: Library;

  beforeAll(async () => {
    const { youtube: open, auth } = await judge('@googleapis/youtube');
    const account = await simulator.account('youtube');
    channel = new AsChannel(simulator, account);
    const client = new auth.OAuth2({ transporterOptions });
    client.setCredentials({ access_token: account.tokens.access_token });
    api = open({ version: 'v3', auth: client, fetchImplementation, retry: false });
  });

  test('it reads the channel, changes a video and takes it down', async () => {
    const { data: own } = await api.channels.list({ part: ['snippet', 'contentDetails'], mine: true });
    expect(own.items).toMatchObject([{ id: channel.id, kind: 'youtube#channel' }]);
    const { id } = await channel.upload({ title: 'First' });
    const snippet = { title: 'Second', description: 'Changed', categoryId: '22' };
    await api.videos.update({ part: ['snippet'], requestBody: { id, snippet } });
    const { data } = await api.videos.list({ part: ['snippet', 'status', 'statistics'], id: [id] });
    expect(data.items).toMatchObject([{ id, snippet: { title: 'Second', channelId: channel.id }, statistics: {} }]);
    const playlistId = own.items[0].contentDetails.relatedPlaylists.uploads;
    const { data: uploads } = await api.playlistItems.list({ part: ['contentDetails'], playlistId });
    expect(uploads.items).toMatchObject([{ contentDetails: { videoId: id } }]);
    expect((await api.videos.delete({ id })).status).toBe(204);
    expect((await api.videos.list({ part: ['id'], id: [id] })).data.items).toEqual([]);
  });

  test('it reads comments, answers, edits, moderates and deletes', async () => {
    const { id: videoId } = await channel.upload();
    const { platform_id: commentId } = await simulator.visitor({
      platform: 'youtube',
      account: channel.id,
      action: 'comment',
      post_id: videoId,
      text: 'Nice',
    });
    const { data } = await api.commentThreads.list({ part: ['snippet', 'replies'], videoId });
    expect(data.items).toMatchObject([{ snippet: { topLevelComment: { id: commentId } } }]);
    const answer = { snippet: { parentId: commentId, textOriginal: 'Thanks' } };
    const { data: made } = await api.comments.insert({ part: ['snippet'], requestBody: answer });
    const edited = { id: made.id, snippet: { textOriginal: 'Many thanks' } };
    await api.comments.update({ part: ['snippet'], requestBody: edited });
    const { data: replies } = await api.comments.list({ part: ['snippet'], parentId: commentId });
    expect(replies.items).toMatchObject([{ id: made.id, snippet: { textOriginal: 'Many thanks' } }]);
    await api.comments.setModerationStatus({ id: [commentId], moderationStatus: 'heldForReview' });
    expect((await api.comments.delete({ id: made.id })).status).toBe(204);
  });

  test('it understands the errors', async () => {
    const missing = await rejectionOf(api.comments.delete({ id: 'UgxNothing' }));
    expect(missing).toMatchObject({
      status: 404,
      response: { data: { error: { errors: [{ domain: expect.any(String) }] } } },
    });
    const { youtube: open } = await judge('@googleapis/youtube');
    const anonymous = open({ version: 'v3', fetchImplementation, retry: false });
    expect(await rejectionOf(anonymous.channels.list({ part: ['id'], mine: true }))).toMatchObject({ status: 401 });
  });
});

test('it reads the accounts and locations of Google Business', async () => {
  const location = await asLocation(places);
  const at = async (name: string, entry: string) => {
    const library = await judge(name);
    const client = new library.auth.OAuth2({ transporterOptions });
    client.setCredentials({ access_token: location.token });
    return library[entry]({ version: 'v1', auth: client, fetchImplementation, retry: false });
  };
  const accounts = await at('@googleapis/mybusinessaccountmanagement', 'mybusinessaccountmanagement');
  const { data } = await accounts.accounts.list({});
  expect(data.accounts).toMatchObject([{ name: location.accountName }]);
  const business = '@googleapis/mybusinessbusinessinformation';
  const information = await at(business, 'mybusinessbusinessinformation');
  const readMask = 'name,title,metadata';
  const { data: found } = await information.accounts.locations.list({ parent: location.accountName, readMask });
  expect(found.locations).toMatchObject([{ name: location.locationName, title: expect.any(String) }]);
  const { data: one } = await information.locations.get({ name: location.locationName, readMask });
  expect(one.name).toBe(location.locationName);
  const rejected = await rejectionOf(information.accounts.locations.list({ parent: location.accountName }));
  expect(rejected).toMatchObject({ status: 400, response: { data: { error: { status: 'INVALID_ARGUMENT' } } } });
});
