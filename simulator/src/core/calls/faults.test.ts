import { request as requestHttp } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator, until } from '../testing.ts';

const simulator = new TestSimulator();
let account: MadeAccount;

beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('mastodon');
});
beforeEach(async () => {
  await simulator.control('DELETE', '/faults');
});
afterAll(() => simulator.close());

const scope = { platform: 'mastodon', operation: 'publish' } as const;

function post(text: string, signal = AbortSignal.timeout(10_000)): Promise<Response> {
  return fetch(`${simulator.url}/mastodon/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: text }),
    signal,
  });
}

const posted = async (text: string) => (await simulator.ledger()).filter((entry) => entry.text === text).length;

describe('before the effect', () => {
  test('throttle answers in the words of the platform, as often as asked', async () => {
    await simulator.fault({ ...scope, kind: 'throttle', retry_after_seconds: 90, times: 2 });
    for (let call = 0; call < 2; call += 1) {
      const response = await post('throttled');
      expect(response.status).toBe(429);
      const reset = Date.parse(response.headers.get('x-ratelimit-reset') ?? '');
      expect(reset - Date.now()).toBeGreaterThan(85_000);
      expect(await response.json()).toEqual({ error: 'Too many requests' });
    }
    expect((await post('throttled')).status).toBe(200);
    expect(await posted('throttled')).toBe(1);
    expect((await simulator.control<{ faults: object[] }>('GET', '/faults')).faults).toEqual([]);
  });

  test('server_error has no effect', async () => {
    await simulator.fault({ ...scope, kind: 'server_error', status: 503 });
    expect((await post('error before')).status).toBe(503);
    expect(await posted('error before')).toBe(0);
  });

  test('drop_before closes the connection without effect', async () => {
    await simulator.fault({ ...scope, kind: 'drop_before' });
    await expect(post('dropped before')).rejects.toThrow();
    expect(await posted('dropped before')).toBe(0);
    expect((await simulator.calls()).at(-1)).toMatchObject({ status: null, fault: 'drop_before' });
  });

  test('body answers exactly this', async () => {
    await simulator.fault({ ...scope, kind: 'body', status: 200, body: '<html>', content_type: 'text/html' });
    const response = await post('other body');
    expect(await response.text()).toBe('<html>');
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(await posted('other body')).toBe(0);
  });
});

describe('after the effect', () => {
  test('error_after', async () => {
    await simulator.fault({ ...scope, kind: 'error_after', status: 502 });
    expect((await post('error after')).status).toBe(502);
    expect(await posted('error after')).toBe(1);
  });

  test('accept_drop', async () => {
    await simulator.fault({ ...scope, kind: 'accept_drop' });
    await expect(post('dropped after')).rejects.toThrow();
    expect(await posted('dropped after')).toBe(1);
  });

  test('accept_hang', async () => {
    await simulator.fault({ ...scope, kind: 'accept_hang' });
    await expect(post('hung', AbortSignal.timeout(200))).rejects.toThrow();
    expect(await posted('hung')).toBe(1);
  });

  test('none of them strikes a call that the platform rejects', async () => {
    await simulator.fault({ ...scope, kind: 'error_after' });
    expect((await post(' ')).status).toBe(422);
    expect((await post('spared then struck')).status).toBe(500);
  });
});

describe('expired_token', () => {
  test('strikes the present token until a new one is issued', async () => {
    const other = await simulator.account('mastodon');
    const check = (token: string) =>
      fetch(`${simulator.url}/mastodon/api/v1/accounts/verify_credentials`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const { id } = await simulator.fault({ kind: 'expired_token', platform: 'mastodon', account: other.platform_id });
    for (let call = 0; call < 3; call += 1) expect((await check(other.tokens.access_token)).status).toBe(401);
    expect((await check(account.tokens.access_token)).status).toBe(200);
    expect((await simulator.calls()).findLast(({ fault }) => fault !== undefined)).toMatchObject({
      fault: 'expired_token',
      status: 401,
    });
    await simulator.control('DELETE', `/faults/${id}`);
    expect((await check(other.tokens.access_token)).status).toBe(200);
  });
});

test('delayed_visibility keeps a new post out of lists, not from being read by its id', async () => {
  await simulator.fault({
    kind: 'delayed_visibility',
    account: account.platform_id,
    operation: 'list_posts',
    seconds: 60,
  });
  const { id } = (await (await post('late')).json()) as { id: string };
  const read = async (path: string) =>
    (
      await fetch(`${simulator.url}/mastodon/api/v1/${path}`, {
        headers: { authorization: `Bearer ${account.tokens.access_token}` },
      })
    ).text();
  expect(await read(`accounts/${account.platform_id}/statuses`)).not.toContain(`"id":"${id}"`);
  expect(await read(`statuses/${id}`)).toContain(`"id":"${id}"`);
  await simulator.advance(61);
  expect(await read(`accounts/${account.platform_id}/statuses`)).toContain(`"id":"${id}"`);
});

test('delayed_visibility reaches what visitors say, in lists and among the news', async () => {
  const { id } = (await (await post('commented late')).json()) as { id: string };
  const options = { platform: 'mastodon', account: account.platform_id, action: 'comment', post_id: id };
  const texts = async (path: string) => {
    const authorization = `Bearer ${account.tokens.access_token}`;
    return (await fetch(`${simulator.url}/mastodon/api/v1/${path}`, { headers: { authorization } })).text();
  };
  const lists = [`statuses/${id}/context`, 'notifications'];
  await simulator.fault({ kind: 'delayed_visibility', operation: 'list_comments', containing: 'late', seconds: 60 });
  await simulator.visitor({ ...options, text: 'at once' });
  const { platform_id } = await simulator.visitor({ ...options, text: 'very late' });
  for (const list of lists) expect(await texts(list)).toContain('at once');
  for (const list of lists) expect(await texts(list)).not.toContain('very late');
  expect(await texts(`statuses/${platform_id}`)).toContain('very late');
  await simulator.advance(61);
  for (const list of lists) expect(await texts(list)).toContain('very late');
});

test('a fault may name a text that the call must carry', async () => {
  await simulator.fault({ ...scope, kind: 'server_error', status: 503, containing: 'part two' });
  expect((await post('part one')).status).toBe(200);
  expect((await post('this is part two')).status).toBe(503);
  expect((await post('this is part two')).status).toBe(200);
});

describe('hold', () => {
  test('before: nothing happens until it is released', async () => {
    await simulator.fault({ ...scope, kind: 'hold', when: 'before' });
    const answer = post('held before');
    const [held] = await simulator.held();
    expect(held).toMatchObject({
      operation: 'publish',
      when: 'before',
      platform: 'mastodon',
      account: account.platform_id,
    });
    expect(await posted('held before')).toBe(0);
    await simulator.control('POST', `/held/${held?.id}/release`);
    expect((await answer).status).toBe(200);
    expect(await posted('held before')).toBe(1);
    expect(await simulator.held(0)).toEqual([]);
  });

  test('before: a client that goes leaves no effect, then or later', async () => {
    await simulator.fault({ ...scope, kind: 'hold', when: 'before' });
    const abort = new AbortController();
    const answer = post('gone', abort.signal).catch(() => 'gone');
    expect(await simulator.held()).toHaveLength(1);
    abort.abort();
    await answer;
    await until(
      () => simulator.held(0),
      (held) => held.length === 0,
    );
    await simulator.control('POST', '/held/release-all');
    expect(await posted('gone')).toBe(0);
  });

  test('after: the effect is there, the answer waits, and can be dropped', async () => {
    await simulator.fault({ ...scope, kind: 'hold', when: 'after', times: 2 });
    const responses = [post('held after'), post('held after')].map((answer) =>
      answer.then(({ status }) => status).catch(() => 'dropped'),
    );
    const held = await until(
      () => simulator.held(0),
      (calls) => calls.length === 2,
    );
    expect(await posted('held after')).toBe(2);
    await simulator.control('POST', `/held/${held[0]?.id}/release`, { drop: true });
    expect(await simulator.control('POST', '/held/release-all')).toEqual({ released: 1 });
    expect((await Promise.all(responses)).map(String).sort()).toEqual(['200', 'dropped']);
  });

  test('waiting for a held call ends at its time when there is none', async () => {
    expect(await simulator.held(0.1)).toEqual([]);
  });
});

test('a fault of another platform, account or operation does not strike', async () => {
  await simulator.fault({ kind: 'server_error', platform: 'mastodon', account: 'nobody' });
  await simulator.fault({ kind: 'server_error', platform: 'mastodon', operation: 'reply' });
  await simulator.fault({ kind: 'server_error', platform: 'twitter' });
  expect((await post('spared')).status).toBe(200);
});

test('faults survive a restart', async () => {
  await simulator.fault({ ...scope, kind: 'server_error', times: 0 });
  await simulator.restart();
  expect((await post('after restart')).status).toBe(500);
});

test.each([
  [{}, 'kind is missing.'],
  [{ kind: 'nonsense' }, 'kind must be one of'],
  [{ kind: 'throttle', platfrom: 'x' }, 'platfrom is not known here'],
  [{ kind: 'throttle', platform: 'myspace' }, 'platform must be one of'],
  [{ kind: 'throttle', operation: 'post' }, 'operation must be one of'],
  [{ kind: 'throttle', times: '2' }, 'times must be a number'],
  [{ kind: 'server_error', status: 99 }, 'status must be 200 to 599'],
])('the fault %o is rejected', async (body, error) => {
  await expect(simulator.control('POST', '/faults', body)).rejects.toThrow(error);
});

test('a control request that is no JSON is rejected', async () => {
  const answer = await new Promise<number>((resolve, reject) => {
    const sent = requestHttp(
      `${simulator.url}/control/faults`,
      { method: 'POST', headers: { 'content-type': 'text/plain' } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end('{"kind":"hold"}');
  });
  expect(answer).toBe(415);
});

test('closing ends held and hanging calls at once', async () => {
  const closing = await new TestSimulator().start();
  const { tokens } = await closing.account('mastodon');
  await closing.fault({ kind: 'accept_hang', times: 1 });
  await closing.fault({ kind: 'hold', when: 'before', times: 1, operation: 'limits' });
  const ask = (path: string) =>
    fetch(`${closing.url}/mastodon${path}`, { headers: { authorization: `Bearer ${tokens.access_token}` } }).catch(
      () => 'gone',
    );
  const responses = [ask('/api/v1/accounts/verify_credentials'), ask('/api/v2/instance')];
  await closing.held();
  const started = Date.now();
  await closing.close();
  expect(await Promise.all(responses)).toEqual(['gone', 'gone']);
  expect(Date.now() - started).toBeLessThan(2_000);
});
