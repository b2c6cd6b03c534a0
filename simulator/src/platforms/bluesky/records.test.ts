import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, now, postType, rkeyOf, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator);
});
afterAll(() => simulator.close());

const repo = 'com.atproto.repo';
const record = (text: string, more: object = {}) => ({ $type: postType, text, createdAt: now(), ...more });
const ledger = async (kind: string) => simulator.ledger(`platform=bluesky&account=${me.did}&kind=${kind}`);

test('a post with facets and an image is written, read, listed and shown', async () => {
  const image = await me.upload('sample.png', 'image/png');
  expect(image).toMatchObject({
    $type: 'blob',
    mimeType: 'image/png',
    ref: { $link: expect.stringMatching(/^bafkrei/) },
  });
  const embed = {
    $type: 'app.bsky.embed.images',
    images: [{ alt: 'a pixel', aspectRatio: { width: 1, height: 1 }, image }],
  };
  const facets = [
    { index: { byteStart: 6, byteEnd: 11 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'test' }] },
  ];
  const { body } = await me.create(postType, record('hello #test', { facets, embed, langs: ['en'] }));
  expect(body).toEqual({
    uri: expect.stringMatching(`^at://${me.did}/app.bsky.feed.post/[2-7a-z]{13}$`),
    cid: expect.stringMatching(/^bafyrei/),
    commit: { cid: expect.stringMatching(/^bafyrei/), rev: expect.any(String) },
    validationStatus: 'valid',
  });
  const rkey = rkeyOf(body.uri);
  const read = await me.get(`${repo}.getRecord`, { repo: me.did, collection: postType, rkey });
  expect(read.body).toMatchObject({ uri: body.uri, cid: body.cid, value: { text: 'hello #test', facets } });
  const listed = await me.get(`${repo}.listRecords`, { repo: me.account.username, collection: postType });
  expect(listed.body.records[0]).toMatchObject({ uri: body.uri });
  const shown = await me.get('app.bsky.feed.getPosts', { uris: body.uri });
  expect(shown.body.posts[0]).toMatchObject({
    author: { did: me.did, handle: me.account.username },
    embed: {
      $type: 'app.bsky.embed.images#view',
      images: [{ alt: 'a pixel', thumb: expect.stringContaining('/files/') }],
    },
    likeCount: 0,
    viewer: { embeddingDisabled: false },
  });
  expect((await ledger('post')).at(-1)).toMatchObject({
    platform_id: body.uri,
    operation: 'publish',
    text: 'hello #test',
    media: [{ type: 'image', alt: 'a pixel' }],
  });
});

test('an own key makes a post once; the second time fails and changes nothing', async () => {
  const rkey = '3n2qr43pzak2v';
  const options = { rkey };
  expect((await me.create(postType, record('once'), options)).status).toBe(200);
  expect((await me.create(postType, record('once'), options)).status).toBe(500);
  expect((await ledger('post')).filter(({ text }) => text === 'once')).toMatchObject([{ key: rkey }]);
  expect((await me.create(postType, record('x'), { rkey: 'not-a-tid' })).body).toMatchObject({
    error: 'InvalidRequest',
  });
});

test('a deletion is done once, and nothing to do is no error', async () => {
  const { uri } = await me.post('short lived');
  const options = { repo: me.did, collection: postType, rkey: rkeyOf(uri) };
  expect((await me.do(`${repo}.deleteRecord`, options)).body).toMatchObject({ commit: { rev: expect.any(String) } });
  expect((await me.do(`${repo}.deleteRecord`, options)).status).toBe(200);
  expect((await ledger('delete')).filter(({ platform_id }) => platform_id === uri)).toMatchObject([
    { operation: 'delete_post' },
  ]);
  expect((await me.get('app.bsky.feed.getPostThread', { uri })).body).toEqual({
    error: 'NotFound',
    message: `Post not found: ${uri}`,
  });
});

test('putRecord changes the record and not what the AppView shows', async () => {
  const { uri } = await me.post('before');
  const put = { repo: me.did, collection: postType, rkey: rkeyOf(uri), record: record('after') };
  expect((await me.do(`${repo}.putRecord`, put)).status).toBe(200);
  expect((await me.get('app.bsky.feed.getPosts', { uris: uri })).body.posts[0].record.text).toBe('before');
  const { repo: own, collection, rkey } = put;
  // The same again is nothing new.
  const again = await me.do(`${repo}.putRecord`, put);
  expect(again.body).toMatchObject({ uri, validationStatus: 'valid' });
  expect(again.body.commit).toBeUndefined();
  expect((await ledger('edit')).filter(({ platform_id }) => platform_id === uri)).toHaveLength(1);
  expect((await me.get(`${repo}.getRecord`, { repo: own, collection, rkey })).body.value.text).toBe('after');
});

test('putRecord with an own key publishes once, however often it is repeated', async () => {
  const put = { repo: me.did, collection: postType, rkey: '3n2qr43pzak27', record: record('put once') };
  const first = await me.do(`${repo}.putRecord`, put);
  expect((await me.do(`${repo}.putRecord`, put)).body).toMatchObject({ uri: first.body.uri, cid: first.body.cid });
  const entries = (await ledger('post')).filter(({ text }) => text === 'put once');
  expect(entries).toMatchObject([{ operation: 'publish', key: put.rkey }]);
  expect((await simulator.calls(`account=${me.did}`)).slice(-2).map(({ operation }) => operation)).toEqual([
    'publish',
    'publish',
  ]);
});

describe('rejections', () => {
  test.each([
    [
      'too many graphemes',
      record('x'.repeat(301)),
      'Invalid app.bsky.feed.post record: grapheme too big (maximum 300, got 301) at $.record.text',
    ],
    [
      'no text',
      { $type: postType, createdAt: now() },
      'Invalid app.bsky.feed.post record: Missing required key "text" at $.record',
    ],
    ['too many bytes', record('👩‍👩‍👧‍👦'.repeat(150)), 'string too big (maximum 3000'],
    [
      'four languages',
      record('x', { langs: ['en', 'de', 'fr', 'it'] }),
      'array too big (maximum 3, got 4) at $.record.langs',
    ],
    ['a wrong time', record('x', { createdAt: 'today' }), 'Invalid datetime'],
  ])('%s', async (_name, value, message) => {
    const { status, body } = await me.create(postType, value);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'InvalidRequest', message: expect.stringContaining(message) },
    });
  });

  test('a blob that was never uploaded', async () => {
    const image = { $type: 'blob', ref: { $link: 'bafkreiunknown' }, mimeType: 'image/png', size: 70 };
    const embed = { $type: 'app.bsky.embed.images', images: [{ alt: '', image }] };
    expect((await me.create(postType, record('x', { embed }))).body).toMatchObject({ error: 'BlobNotFound' });
  });

  test("somebody else's repository", async () => {
    const other = await asAccount(simulator);
    const options = { repo: other.did, collection: postType, record: record('x') };
    expect(await me.do(`${repo}.createRecord`, options)).toMatchObject({
      status: 403,
      body: { error: 'AccountNotFound' },
    });
  });

  test('a commit or a record that has moved on', async () => {
    const options = { swapCommit: 'bafyreiold' };
    expect((await me.create(postType, record('x'), options)).body).toMatchObject({ error: 'InvalidSwap' });
  });

  test('an unknown method', async () => {
    expect(await me.get('app.bsky.feed.nothing')).toMatchObject({
      status: 501,
      body: { error: 'MethodNotImplemented' },
    });
  });
});

test('a like is one, and is taken back by deleting it', async () => {
  const subject = await me.post('likeable');
  const like = { $type: 'app.bsky.feed.like', subject, createdAt: now() };
  await me.create('app.bsky.feed.like', like);
  const { body } = await me.create('app.bsky.feed.like', { ...like, createdAt: now() });
  const view = async () => (await me.get('app.bsky.feed.getPosts', { uris: subject.uri })).body.posts[0];
  expect(await view()).toMatchObject({ likeCount: 1, viewer: { like: body.uri } });
  await me.do(`${repo}.deleteRecord`, { repo: me.did, collection: 'app.bsky.feed.like', rkey: rkeyOf(body.uri) });
  expect((await view()).likeCount).toBe(0);
});

test('quotes show what they quote, unless it is gone or not to be quoted', async () => {
  const quoted = await me.post('quotable');
  const embed = { $type: 'app.bsky.embed.record', record: quoted };
  const { uri } = await me.post('see this', { embed });
  const view = async () => (await me.get('app.bsky.feed.getPosts', { uris: uri })).body.posts[0].embed.record;
  expect(await view()).toMatchObject({ $type: 'app.bsky.embed.record#viewRecord', value: { text: 'quotable' } });
  await me.do(`${repo}.deleteRecord`, { repo: me.did, collection: postType, rkey: rkeyOf(quoted.uri) });
  expect(await view()).toMatchObject({ notFound: true });
});

test('lists have pages in both directions', async () => {
  const other = await asAccount(simulator);
  for (const text of ['1', '2', '3']) await other.post(text);
  const walk = async (reverse: string) => {
    const texts: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { repo: other.did, collection: postType, limit: '2', reverse, ...(cursor ? { cursor } : {}) };
      const { body } = await other.get(`${repo}.listRecords`, query);
      for (const { value } of body.records) texts.push(value.text);
      cursor = body.cursor;
    } while (cursor);
    return texts.join('');
  };
  expect([await walk('false'), await walk('true')]).toEqual(['321', '123']);
  const first = await other.get('app.bsky.feed.getAuthorFeed', { actor: other.did, limit: '2' });
  const second = await other.get('app.bsky.feed.getAuthorFeed', {
    actor: other.did,
    limit: '2',
    cursor: first.body.cursor,
  });
  expect(second.body.feed.map(({ post }: { post: { record: { text: string } } }) => post.record.text)).toEqual(['1']);
  expect(second.body.cursor).toBeUndefined();
});
