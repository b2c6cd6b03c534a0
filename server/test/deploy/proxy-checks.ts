import { request } from 'node:https';
import { expect } from 'vitest';
import { until } from '../harness.ts';
import { ask, bearer, type Installation } from './behind-proxy.ts';

const FLOOD = 40;

/** Nobody reaches these paths through the proxy. */
export async function checkClosedPaths({ base }: Installation, closed: readonly string[]): Promise<void> {
  for (const path of closed) {
    const { status, body, text } = await ask(`${base}${path}`);
    expect({ path, status, code: body?.code }, text).toEqual({ path, status: 404, code: 'not_found' });
  }
}

/** The service knows the address of each client, and believes no header of a client about it. */
export async function checkAddresses({ base, api }: Installation): Promise<void> {
  const { body } = await api.post('/v1/keys', { name: 'office', allowed_ips: ['127.0.0.2'] });
  const headers = { authorization: `Bearer ${body.raw_key}` };
  const from = (localAddress: string, more = {}) =>
    ask(`${base}/v1/brands`, { localAddress, headers: { ...headers, ...more } });
  expect((await from('127.0.0.2')).status).toBe(200);
  expect((await from('127.0.0.3', { 'x-forwarded-for': '127.0.0.2', 'x-real-ip': '127.0.0.2' })).status).toBe(403);

  // Two processes let at most twice the limit of one address in.
  let rejected = 0;
  for (let sent = 0; sent < 240 && rejected === 0; sent += FLOOD) {
    const options = { localAddress: '127.0.0.4', headers: bearer(api) };
    const responses = await Promise.all(Array.from({ length: FLOOD }, () => ask(`${base}/v1/brands`, options)));
    rejected = responses.filter(({ status }) => status === 429).length;
  }
  expect(rejected).toBeGreaterThan(0);
  expect((await ask(`${base}/v1/brands`, { localAddress: '127.0.0.5', headers: bearer(api) })).status).toBe(200);
}

/** The beginning of a stream and an event arrive although the response never ends. */
export async function checkStream({ base, api, accountId }: Installation): Promise<void> {
  let seen = '';
  const stream = request(`${base}/v1/events/stream`, { agent: false, headers: bearer(api) }, (response) => {
    response.on('data', (piece) => {
      seen += piece;
    });
    response.on('error', () => {});
  });
  stream.on('error', () => {});
  stream.end();
  await until(async () => seen.startsWith('retry: '), 'the stream begins');
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const made = await api.post('/v1/posts', { text: 'Tomorrow', targets: [{ account_id: accountId }], scheduled_at });
  expect(made.status, made.text).toBe(201);
  await until(async () => seen.includes(made.body.id), 'the event arrives');
  stream.destroy();
}

/** A process that stops is passed over. When all have stopped, the response has the form of the service's own. */
export async function checkStops({ base, api, services }: Installation): Promise<void> {
  await services[0]?.end();
  for (let asked = 0; asked < 10; asked++) expect((await api.get('/v1/brands')).status).toBe(200);
  await services[1]?.end();
  const { status, headers, body } = await ask(`${base}/v1/brands`, { headers: bearer(api) });
  expect({ status, code: body?.code, later: headers['retry-after'], id: body?.request_id }).toEqual({
    status: 503,
    code: 'unavailable',
    later: '5',
    id: headers['x-request-id'],
  });
}
