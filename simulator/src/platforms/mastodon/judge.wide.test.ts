import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../../judges/clients/judge.ts';
import { INSTALL_MS } from '../../../judges/installed.ts';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** A judge from outside: the client library that Node programs use for Mastodon, unchanged, at the bare origin. */
const simulator = new TestSimulator();
let account: MadeAccount;
// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let masto: any;
// biome-ignore lint/suspicious/noExplicitAny: the same.
let client: any;

beforeAll(async () => {
  masto = await judge('masto');
  await simulator.start();
  account = await simulator.account('mastodon', { username: 'acme' });
  client = masto.createRestAPIClient({ url: simulator.origin, accessToken: account.tokens.access_token });
}, INSTALL_MS);
afterAll(() => simulator.close());

const sample = async (name: string) => (await fetch(`${simulator.url}/files/${name}`)).blob();
const visitor = (action: string, text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'mastodon', account: account.platform_id, action, text, ...more });

test('it knows the account and the limits', async () => {
  expect(await client.v1.accounts.verifyCredentials()).toMatchObject({ id: account.platform_id, acct: 'acme' });
  const { configuration } = await client.v2.instance.fetch();
  expect(configuration.statuses).toMatchObject({ maxCharacters: 500, maxMediaAttachments: 4 });
});

test('it uploads, waits for a video, and posts once under one key', async () => {
  const image = await client.v2.media.create({
    file: await sample('sample.jpg'),
    description: 'A sunset',
    focus: '0.1,0.2',
  });
  expect(image).toMatchObject({ type: 'image', description: 'A sunset', meta: { focus: { x: 0.1, y: 0.2 } } });
  const video = await client.v2.media.create({ file: await sample('sample.mp4') });
  expect(video).toMatchObject({ type: 'video', url: expect.stringContaining('.mp4') });
  const post = () =>
    client.v1.statuses.create(
      { status: 'Hello #there', mediaIds: [image.id] },
      { requestInit: { headers: { 'Idempotency-Key': 'one' } } },
    );
  const [first, second] = [await post(), await post()];
  expect(second.id).toBe(first.id);
  expect(first).toMatchObject({ mediaAttachments: [{ id: image.id }], tags: [{ name: 'there' }] });
});

test('it reads comments, answers, edits, likes and deletes', async () => {
  const post = await client.v1.statuses.create({ status: 'Talk to us' });
  const comment = await visitor('comment', 'Nice', { post_id: post.id });
  const response = await client.v1.statuses.create({
    status: '@jane@friends.example thanks',
    inReplyToId: comment.platform_id,
  });
  const { descendants } = await client.v1.statuses.$select(post.id).context.fetch();
  expect(descendants.map(({ id }: { id: string }) => id)).toEqual([comment.platform_id, response.id]);
  expect(await client.v1.statuses.$select(post.id).update({ status: 'Edited' })).toMatchObject({
    content: '<p>Edited</p>',
  });
  expect(await client.v1.statuses.$select(post.id).history.list()).toHaveLength(2);
  expect(await client.v1.statuses.$select(comment.platform_id).favourite()).toMatchObject({ favourited: true });
  expect(await client.v1.statuses.$select(post.id).remove()).toMatchObject({ text: 'Edited' });
});

test('it walks through the pages of statuses, notifications and conversations', async () => {
  for (let number = 0; number < 5; number += 1) await client.v1.statuses.create({ status: `Number ${number}` });
  await visitor('mention', 'Look at @acme');
  await visitor('message', 'In private');
  const listed: string[] = [];
  for await (const page of client.v1.accounts
    .$select(account.platform_id)
    .statuses.list({ limit: 2, excludeReplies: true }))
    listed.push(...page.map(({ id }: { id: string }) => id));
  expect(new Set(listed).size).toBe(6);
  const news: string[] = [];
  for await (const page of client.v1.notifications.list({ types: ['mention'], limit: 1 }))
    news.push(...page.map(({ type }: { type: string }) => type));
  expect(news).toEqual(['mention', 'mention', 'mention'].slice(0, news.length));
  expect(news.length).toBeGreaterThanOrEqual(2);
  const [conversation] = await client.v1.conversations.list();
  expect(conversation).toMatchObject({ unread: true, lastStatus: { visibility: 'direct' } });
  expect(await client.v1.conversations.$select(conversation?.id ?? '').read()).toMatchObject({ unread: false });
});

test('it registers an app, gets a token and revokes it', async () => {
  const app = await client.v1.apps.create({
    clientName: 'Judge',
    redirectUris: 'urn:ietf:wg:oauth:2.0:oob',
    scopes: 'read write',
  });
  const oauth = masto.createOAuthAPIClient({ url: simulator.origin });
  const keys = { clientId: app.clientId ?? '', clientSecret: app.clientSecret ?? '' };
  const redirectUri = 'urn:ietf:wg:oauth:2.0:oob';
  const token = await oauth.token.create({ ...keys, redirectUri, grantType: 'client_credentials', scope: 'read' });
  expect(token).toMatchObject({ tokenType: 'Bearer', scope: 'read' });
  await oauth.revoke({ ...keys, token: token.accessToken });
});

test('it understands the errors', async () => {
  const rejection = await client.v1.statuses.create({ status: 'x'.repeat(501) }).catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(masto.MastoHttpError);
  expect(rejection).toMatchObject({
    statusCode: 422,
    message: 'Validation failed: Text character limit of 500 exceeded',
  });
});
