import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSimulator } from '../testing.ts';

interface Shown {
  readonly secret_set: boolean;
  readonly deliveries: readonly {
    readonly event: string | null;
    readonly id: string | null;
    readonly verified: boolean | null;
    readonly verified_compat: boolean | null;
    readonly body: unknown;
  }[];
}

const simulator = new TestSimulator();
beforeAll(() => simulator.start());
afterAll(() => simulator.close());

const address = (name: string) => `${simulator.url}/receiver/${name}`;
const show = async (name: string) => (await (await fetch(address(name))).json()) as Shown;
const put = (path: string, body: object) =>
  fetch(address(path), { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

function deliver(
  name: string,
  secret: string,
  event: string,
  { at = Math.floor(Date.now() / 1000), tamper = '' } = {},
) {
  const body = JSON.stringify({ event, data: { text: 'Grüße' } });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hex = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  return fetch(address(name), {
    method: 'POST',
    body: body + tamper,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,AAAA v1,${createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')}`,
      'x-socialapi-signature': hex(body),
      'x-socialapi-timestamp': String(at),
      'x-socialapi-signature-v2': hex(`${at}.${body}`),
      'x-socialapi-event': event,
    },
  });
}

const secret = `whsec_${Buffer.from('a secret of a test, 32 bytes long').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another secret').toString('base64')}`;

describe('signatures', () => {
  test('requests from before the secret are verified once it is set', async () => {
    expect((await deliver('early', secret, 'ping')).status).toBe(200);
    expect((await show('early')).deliveries).toMatchObject([
      { verified: null, verified_compat: null, event: 'ping', id: 'msg_1' },
    ]);
    await put('early', { secret: otherSecret });
    expect((await show('early')).deliveries).toMatchObject([{ verified: false, verified_compat: false }]);
    await put('early', { secret });
    const { secret_set, deliveries } = await show('early');
    expect(secret_set).toBe(true);
    expect(deliveries).toMatchObject([{ verified: true, verified_compat: true, body: { data: { text: 'Grüße' } } }]);
  });

  test('a changed body and an old timestamp are not verified', async () => {
    await put('strict', { secret });
    await deliver('strict', secret, 'a', { tamper: ' ' });
    await deliver('strict', secret, 'b', { at: Math.floor(Date.now() / 1000) - 400 });
    await fetch(address('strict'), { method: 'POST', body: 'no json' });
    expect((await show('strict')).deliveries).toMatchObject([
      { verified: false, verified_compat: false },
      { verified: false, verified_compat: true },
      { verified: false, verified_compat: false, body: 'no json', event: null },
    ]);
  });
});

test('answers as it is told, as often as it is told', async () => {
  await put('rude/behaviour', { status: 503, retry_after: 7, delay_ms: 30, times: 2 });
  for (let call = 0; call < 2; call += 1) {
    const started = Date.now();
    const response = await deliver('rude', secret, 'x');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(Date.now() - started).toBeGreaterThanOrEqual(28);
  }
  expect((await deliver('rude', secret, 'x')).status).toBe(200);
  expect((await show('rude')).deliveries).toHaveLength(3);
});

test('holds its answers until it is told to behave again, or nobody waits for them', async () => {
  await put('stuck/behaviour', { hold: true, status: 503 });
  const gone = new AbortController();
  const given = fetch(address('stuck'), { method: 'POST', body: '{}', signal: gone.signal }).catch(() => 'given up');
  let isAnswered = false;
  const held = deliver('stuck', secret, 'x').then((response) => {
    isAnswered = true;
    return response;
  });
  const got = async () => (await show('stuck')).deliveries.length as number;
  while ((await got()) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  gone.abort();
  expect(await given).toBe('given up');
  expect(isAnswered).toBe(false);
  await put('stuck/behaviour', {});
  expect((await held).status).toBe(503);
  expect((await deliver('stuck', secret, 'x')).status).toBe(200);
  await put('stuck/behaviour', { hold: true });
  const last = deliver('stuck', secret, 'x');
  while ((await got()) < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await fetch(address('stuck'), { method: 'DELETE' })).status).toBe(204);
  expect((await last).status).toBe(200);
});

test('survives a restart and can be cleared', async () => {
  await put('kept', { secret });
  await deliver('kept', secret, 'x');
  await simulator.restart();
  expect((await show('kept')).deliveries).toMatchObject([{ verified: true }]);
  expect((await fetch(address('kept'), { method: 'DELETE' })).status).toBe(204);
  expect(await show('kept')).toEqual({ secret_set: false, deliveries: [] });
});

describe('bounds', () => {
  const body = JSON.stringify({ event: 'big', text: 'x'.repeat(900_000) });
  const signed = () => {
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', 'plain').update(`msg_1.${at}.${body}`).digest('base64');
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` };
  };

  test('a long body is cut, its length is reported, and its signature was checked when it came', async () => {
    await fetch(address('long'), { method: 'POST', body, headers: signed() });
    await put('long', { secret: 'plain' });
    await fetch(address('long'), { method: 'POST', body, headers: signed() });
    await fetch(address('long'), { method: 'POST', body, headers: { ...signed(), 'webhook-id': 'msg_2' } });
    const { deliveries } = await show('long');
    expect(deliveries).toMatchObject([
      { verified: null, body_bytes: body.length },
      { verified: true, body_bytes: body.length },
      { verified: false, body_bytes: body.length },
    ]);
    for (const delivery of deliveries) expect(delivery.body).toBe(body.slice(0, 256 * 1024));
  });

  test('a list has the newest deliveries', async () => {
    for (let count = 0; count < 40; count += 1)
      await fetch(address('many'), { method: 'POST', body, headers: { 'webhook-id': `msg_${count}` } });
    const ids = (await show('many')).deliveries.map(({ id }) => Number(id?.slice(4)));
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.length).toBeLessThan(40);
    expect(ids).toEqual(ids.map((_id, index) => 40 - ids.length + index));
    expect((await fetch(`${simulator.url}/`)).status).toBe(200);
  });

  test.each([
    [
      '/control/strangers',
      { platform: 'mastodon', account: 'acme', action: 'mention', text: 'x'.repeat(65_537) },
      'text',
    ],
    [
      '/control/strangers',
      { platform: 'mastodon', account: 'acme', action: 'mention', text: 'x', username: 'x'.repeat(4_097) },
      'username',
    ],
    ['/control/accounts', { platform: 'twitter', username: 'x'.repeat(4_097) }, 'username'],
    ['/control/faults', { kind: 'body', body: { text: 'x'.repeat(8 * 1024 * 1024) } }, 'body'],
  ])('%s takes no longer texts', async (path, options, field) => {
    await simulator.account('mastodon', { username: 'acme' }).catch(() => {});
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(simulator.url + path, { method: 'POST', headers, body: JSON.stringify(options) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(`${field} has at most \\d+ characters`) });
  });

  test('a world has at most 1,000 faults', async () => {
    const add = () => simulator.fault({ kind: 'throttle', account: 'nobody' });
    for (let count = 0; count < 1_000; count += 1) await add();
    await expect(add()).rejects.toThrow('409');
    await simulator.control('DELETE', '/faults');
  });
});
