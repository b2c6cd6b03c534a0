import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalClient } from '../files/local-http.ts';
import { TestSimulator } from '../testing.ts';

const token = 'the-token-of-the-operator';
const simulator = new TestSimulator({ token });
const world = 'w_aaaaaaaaaaaaaaaa';

beforeAll(async () => {
  await simulator.start();
  for (const [id, name] of [
    [world, 'Acme <test>'],
    ['installation', 'Payments'],
  ]) {
    const body = JSON.stringify({ name, allow_local_fetch: true });
    const made = { method: 'PUT', headers: { 'content-type': 'application/json' }, body };
    expect((await fetch(`${simulator.origin}/worlds/${id}`, made)).status).toBe(201);
    expect((await fetch(`${simulator.origin}/worlds/${id}`, made)).status).toBe(200);
  }
});
afterAll(() => simulator.close());

const ask = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(simulator.origin + path, { headers })).status;

describe.each([
  ['through a proxy', { 'x-forwarded-for': '192.0.2.1' }],
  ['by what a simulated platform fetches', { via: '1.1 simulator' }],
])('asked %s', (_how, headers) => {
  test.each(['/control/settings', '/control/accounts', '/receiver/hooks', '/'])(
    'a world’s own %s is open',
    async (path) => {
      expect(await ask(`/${world}${path}`, headers)).toBe(200);
    },
  );

  test.each([
    '/worlds',
    '/',
    '/installation/',
    '/installation/control/settings',
    '/installation/receiver/x',
    '/control/settings',
  ])('%s is the operator’s', async (path) => {
    expect(await ask(path, headers)).toBe(401);
    expect(await ask(path, { ...headers, authorization: `Bearer ${token}` })).toBe(200);
    expect(await ask(path)).toBe(200);
  });

  test('a world is made and deleted by the operator only', async () => {
    for (const method of ['PUT', 'DELETE'])
      expect((await fetch(`${simulator.origin}/worlds/${world}`, { method, headers })).status).toBe(401);
    expect(await ask(`/${world}/control/settings`)).toBe(200);
  });
});

test('what a simulated platform fetches is no request of this machine’s user', async () => {
  const client = new LocalClient(() => `${simulator.origin}/${world}`);
  const fetched = async (url: string) => (await client.fetch({ method: 'GET', url })).status;
  expect(await fetched(`${simulator.origin}/worlds`)).toBe(401);
  expect(await fetched('https://simulator.test/control/settings')).toBe(200);
});

test('the list shows names, and its page leads to each world', async () => {
  const listed = (await simulator.worlds()).find((one) => one.world === world);
  expect(listed).toEqual({
    world,
    name: 'Acme <test>',
    is_awake: true,
    journal_bytes: expect.any(Number),
    used_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(listed?.journal_bytes).toBeGreaterThan(0);
  const other = await new TestSimulator({ originWorld: undefined as never }).start();
  await other.world(world);
  const page = await (await fetch(`${other.origin}/`, { headers: { 'x-forwarded-prefix': '/simulator' } })).text();
  expect(page).toContain('<base href="/simulator/">');
  expect(page).toContain(`<a href="${world}/">${world}</a>`);
  expect(await (await fetch(`${other.origin}/${world}/`)).text()).toContain('Latest calls');
  for (const path of ['/control/state', '/twitter/api/2/users/me', '/files/sample.jpg'])
    expect((await fetch(other.origin + path)).status).toBe(404);
  await other.close();
});
