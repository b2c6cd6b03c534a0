import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, postType, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator);
});
afterAll(() => simulator.close());

const put = (rkey: string, text: string) =>
  me.do('com.atproto.repo.putRecord', {
    repo: me.did,
    collection: postType,
    rkey,
    record: { $type: postType, text, createdAt: '2026-11-20T10:00:00.000Z' },
  });
const fault = (kind: string, more: object = {}) =>
  simulator.fault({ kind: kind as 'drop_before', platform: 'bluesky', account: me.did, operation: 'publish', ...more });
const posted = async (text: string) =>
  (await simulator.ledger(`account=${me.did}&kind=post`)).filter((entry) => entry.text === text).length;

test('a lost answer is made good under the same key', async () => {
  await fault('accept_drop');
  await expect(put('3n2qr43pzak2a', 'lost')).rejects.toThrow();
  expect(await posted('lost')).toBe(1);
  expect((await put('3n2qr43pzak2a', 'lost')).status).toBe(200);
  expect(await posted('lost')).toBe(1);
});

test('a dropped call and a rejected one have no effect', async () => {
  await fault('drop_before');
  await expect(put('3n2qr43pzak2b', 'dropped')).rejects.toThrow();
  await fault('server_error', { status: 500 });
  expect((await put('3n2qr43pzak2b', 'dropped')).body).toEqual({
    error: 'InternalServerError',
    message: 'Internal Server Error',
  });
  expect(await posted('dropped')).toBe(0);
});

test('a late error comes after the effect', async () => {
  await fault('error_after', { status: 502 });
  expect((await put('3n2qr43pzak2c', 'late')).body).toMatchObject({ error: 'UpstreamFailure' });
  expect(await posted('late')).toBe(1);
});

test('records that were written unchecked break nothing', async () => {
  const odd = { text: 5, facets: 5, reply: 5, embed: 'x', langs: null };
  const { status } = await me.create(postType, odd, { validate: false });
  expect(status).toBe(200);
  expect((await me.get('app.bsky.feed.getAuthorFeed', { actor: me.did })).status).toBe(200);
  await simulator.control('GET', '/state');
});
