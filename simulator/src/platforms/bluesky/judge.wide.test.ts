import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients, INSTALL_MS } from '../../../judges/installed.ts';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** A judge from outside: Bluesky's own client library, unchanged, which checks every response against its lexicons. */
const simulator = new TestSimulator();
let account: MadeAccount;
// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let agent: any;
// biome-ignore lint/suspicious/noExplicitAny: the same.
let library: any;

beforeAll(async () => {
  library = await clients();
  await simulator.start();
  account = await simulator.account('bluesky', { username: 'acme' });
  agent = newAgent();
  await agent.login({ identifier: account.username, password: 'simu-late-dapp-pass' });
}, INSTALL_MS);
afterAll(() => simulator.close());

/** The library knows servers by their names only, so what goes to any of them is led to the simulated one. */
const newAgent = () =>
  new library.AtpAgent({
    service: 'https://bsky.social',
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const path = pathname.slice(pathname.indexOf('/xrpc/'));
      return fetch(`${simulator.url}/bluesky/pds${path}${search}`, input instanceof Request ? input : init);
    },
  });
const visitor = (action: string, text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'bluesky', account: account.platform_id, action, text, ...more });

test('it logs in, reads the profile and finds people by their handles', async () => {
  expect(agent.session).toMatchObject({ did: account.platform_id, handle: account.username, active: true });
  const { data } = await agent.getProfile({ actor: account.platform_id });
  expect(data).toMatchObject({ did: account.platform_id, handle: account.username });
  expect((await agent.resolveHandle({ handle: account.username })).data.did).toBe(account.platform_id);
  await agent.resumeSession(agent.session);
  expect((await agent.com.atproto.server.getSession()).data.did).toBe(account.platform_id);
});

test('it posts rich text with an image, and reads it back from feed and repository', async () => {
  const file = await (await fetch(`${simulator.url}/files/sample.jpg`)).arrayBuffer();
  const { data } = await agent.uploadBlob(new Uint8Array(file), { encoding: 'image/jpeg' });
  const text = new library.RichText({ text: `Hello @${account.username} #there https://example.com` });
  await text.detectFacets(agent);
  const embed = { $type: 'app.bsky.embed.images', images: [{ image: data.blob, alt: 'A sunset' }] };
  const { uri } = await agent.post({ text: text.text, facets: text.facets, embed });
  const { data: feed } = await agent.getAuthorFeed({ actor: account.platform_id });
  expect(feed.feed[0].post).toMatchObject({
    uri,
    record: { facets: [{}, {}, {}] },
    embed: { images: [{ alt: 'A sunset' }] },
  });
  const repository = { repo: account.platform_id, collection: 'app.bsky.feed.post' };
  expect((await agent.com.atproto.repo.listRecords(repository)).data.records[0].uri).toBe(uri);
});

test('it reads an answer, answers it, likes it, hides it and deletes its own', async () => {
  const root = await agent.post({ text: 'Talk to us' });
  const { platform_id: uri } = await visitor('comment', 'Nice', { post_id: root.uri });
  const [reply] = (await agent.getPostThread({ uri: root.uri })).data.thread.replies;
  expect(reply.post).toMatchObject({ uri, record: { text: 'Nice' } });
  const parent = { uri, cid: reply.post.cid };
  const response = await agent.post({ text: 'Thanks', reply: { root, parent } });
  const { uri: like } = await agent.like(parent.uri, parent.cid);
  expect((await agent.getPosts({ uris: [uri] })).data.posts[0]).toMatchObject({ likeCount: 1, viewer: { like } });
  await agent.deleteLike(like);
  const rkey = root.uri.split('/').at(-1);
  const gate = { post: root.uri, hiddenReplies: [uri], createdAt: new Date().toISOString() };
  await agent.app.bsky.feed.threadgate.create({ repo: account.platform_id, rkey }, gate);
  expect((await agent.getPostThread({ uri: root.uri })).data.threadgate.record.hiddenReplies).toEqual([uri]);
  await agent.deletePost(response.uri);
  expect((await agent.getPosts({ uris: [response.uri] })).data.posts).toEqual([]);
});

test('it reads notifications and walks through their pages', async () => {
  const { uri } = await agent.post({ text: 'Answer us' });
  await visitor('comment', 'Gladly', { post_id: uri });
  await visitor('mention', 'Look at this');
  const reasons: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await agent.listNotifications({ limit: 1, cursor });
    reasons.push(...data.notifications.map(({ reason }: { reason: string }) => reason));
    cursor = data.cursor;
  } while (cursor !== undefined && reasons.length < 10);
  expect(reasons).toContain('mention');
  expect(reasons).toContain('reply');
});

test('it chats through the proxy', async () => {
  await visitor('message', 'In private');
  const chat = agent.withProxy('bsky_chat', 'did:web:api.bsky.chat').chat.bsky.convo;
  const { data } = await chat.listConvos();
  expect(data.convos).toMatchObject([{ status: 'request', unreadCount: 1, lastMessage: { text: 'In private' } }]);
  const convoId = data.convos[0].id;
  const { cursor } = (await chat.getLog({})).data;
  expect((await chat.sendMessage({ convoId, message: { text: 'Hello' } })).data).toMatchObject({ text: 'Hello' });
  const { data: read } = await chat.getMessages({ convoId });
  expect(read.messages.map(({ text }: { text: string }) => text)).toEqual(['Hello', 'In private']);
  expect((await chat.getLog({ cursor })).data.logs.at(-1)).toMatchObject({ convoId, message: { text: 'Hello' } });
});

test('it understands the errors', async () => {
  const rejected = async (work: Promise<unknown>) => work.catch(({ status, error }) => ({ status, error }));
  expect(await rejected(agent.post({ text: 'x'.repeat(301) }))).toEqual({ status: 400, error: 'InvalidRequest' });
  const missing = { repo: account.platform_id, collection: 'app.bsky.feed.post', rkey: '3aaaaaaaaaa2a' };
  expect(await rejected(agent.com.atproto.repo.getRecord(missing))).toEqual({ status: 400, error: 'RecordNotFound' });
  const login = newAgent().login({ identifier: account.username, password: 'wrong' });
  expect(await rejected(login)).toEqual({ status: 401, error: 'AuthenticationRequired' });
});

test('an access token that ends is renewed by the library itself', async () => {
  const before = agent.session.accessJwt;
  await simulator.advance(3 * 3600);
  await agent.post({ text: 'Still here' });
  expect(agent.session.accessJwt).not.toBe(before);
});
