import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { startSimulator, TestFacebook } from './testing.ts';

let simulator: PlatformSimulator;
let page: TestFacebook;

beforeAll(async () => {
  simulator = await startSimulator();
  page = await TestFacebook.make(simulator, 'acmebakery');
});
afterAll(() => simulator.close());

const batch = (parts: object[], more: Record<string, string> = {}) =>
  page.post('', { batch: JSON.stringify(parts), ...more });
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
const bodyOf = (part: any) => JSON.parse(part.body);

test('parts are answered in order, each with its code, headers and body', async () => {
  const { status, body } = await batch([
    { method: 'GET', relative_url: 'me?fields=id,name' },
    { method: 'POST', relative_url: 'me/feed', body: 'message=From%20a%20batch' },
    { method: 'GET', relative_url: 'v25.0/nothing' },
  ]);
  expect(status).toBe(200);
  expect(body.map(({ code }: { code: number }) => code)).toEqual([200, 200, 400]);
  expect(bodyOf(body[0])).toEqual({ id: page.id, name: page.account.name });
  expect(body[0].headers).toContainEqual({ name: 'facebook-api-version', value: 'v25.0' });
  expect(bodyOf(body[2]).error).toMatchObject({ code: 100 });
  const [post] = await simulator.ledger('kind=post');
  expect(post).toMatchObject({ text: 'From a batch', platform_id: bodyOf(body[1]).id, operation: 'publish' });
  const bare = await batch([{ method: 'GET', relative_url: 'me' }], { include_headers: 'false' });
  expect(Object.keys(bare.body[0])).toEqual(['code', 'body']);
});

test('a part takes values from an earlier one, whose answer is left out unless it is wanted', async () => {
  const post = { method: 'POST', relative_url: 'me/feed', body: 'message=One', name: 'post' };
  const comment = {
    method: 'POST',
    relative_url: '{result=post:$.id}/comments',
    body: 'message=about%20{result=post:$.id}',
  };
  const { body } = await batch([post, comment]);
  expect(body[0]).toBeNull();
  expect(body[1].code).toBe(200);
  const [reply] = (await simulator.ledger('kind=reply')).slice(-1);
  expect(reply?.text).toBe(`about ${reply?.in_reply_to}`);

  const list = { method: 'GET', relative_url: 'me/feed?limit=2', name: 'list', omit_response_on_success: false };
  const read = { method: 'GET', relative_url: '{result=list:$.data[0].id}?fields=message' };
  const both = (await batch([list, read])).body;
  expect(bodyOf(both[0]).data).toHaveLength(2);
  expect(bodyOf(both[1]).message).toBe('One');
});

test('what depends on a failed part is not run', async () => {
  const failed = { method: 'GET', relative_url: 'nothing', name: 'first' };
  const after = { method: 'POST', relative_url: 'me/feed', body: 'message=Never', depends_on: 'first' };
  const { body } = await batch([failed, after]);
  expect([body[0].code, body[1]]).toEqual([400, null]);
  expect((await simulator.ledger('kind=post')).some(({ text }) => text === 'Never')).toBe(false);
});

test('each part has its own token, its own faults and its own line in the call log', async () => {
  const other = await TestFacebook.make(simulator, 'otherbakery');
  const { body } = await batch([
    { method: 'GET', relative_url: `me?fields=id&access_token=${other.token}` },
    { method: 'GET', relative_url: 'me?fields=id&access_token=wrong' },
  ]);
  expect([bodyOf(body[0]).id, body[1].code]).toEqual([other.id, 400]);
  const options = { platform: 'facebook', operation: 'publish' } as const;
  const parts = [
    { method: 'GET', relative_url: 'me' },
    { method: 'POST', relative_url: 'me/feed', body: 'message=Faulty' },
  ];
  await simulator.fault({ kind: 'accept_drop', ...options });
  const dropped = (await batch(parts)).body;
  expect([dropped[0].code, dropped[1]]).toEqual([200, null]);
  expect((await simulator.ledger('kind=post')).at(-1)?.text).toBe('Faulty');
  await simulator.fault({ kind: 'server_error', status: 503, ...options });
  expect((await batch(parts)).body[1].code).toBe(503);
  expect((await simulator.calls('operation=publish')).at(-1)).toMatchObject({ status: 503, account: page.id });
});

test('more than fifty parts, none, a name that is not before and two of one name are rejected as a whole', async () => {
  const part = { method: 'GET', relative_url: 'me' };
  const rejected = async (parts: object[]) => {
    const { status, body } = await batch(parts);
    return [status, body.error.message];
  };
  expect(await rejected(new Array(51).fill(part))).toEqual([400, expect.stringContaining('Maximum batch size is 50')]);
  expect((await batch(new Array(50).fill(part))).body).toHaveLength(50);
  expect((await rejected([]))[0]).toBe(400);
  expect(
    (
      await rejected([
        { ...part, depends_on: 'later' },
        { ...part, name: 'later' },
      ])
    )[0],
  ).toBe(400);
  expect(
    (
      await rejected([
        { ...part, name: 'a' },
        { ...part, name: 'a' },
      ])
    )[0],
  ).toBe(400);
  expect((await rejected([{ method: 'GET' }]))[0]).toBe(400);
  expect((await page.post('', { batch: 'no json' })).status).toBe(400);
});
