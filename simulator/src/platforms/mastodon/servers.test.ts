import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSimulator } from '../../core/testing.ts';
import { clientOf } from './testing.ts';

const simulator = new TestSimulator();
beforeAll(() => simulator.start());
afterAll(() => simulator.close());

const on = async (server: string) => clientOf(simulator, await simulator.account('mastodon', { server }));

test('a server says what it is, and keeps keys or makes a second status', async () => {
  for (const [server, count] of [
    ['mastodon', 1],
    ['gotosocial', 2],
  ] as const) {
    const { call, get } = await on(server);
    expect((await get<{ software: unknown }>('/nodeinfo/2.0')).body.software).toMatchObject({ name: server });
    const made = [1, 2].map(() => call('POST', '/api/v1/statuses', { status: 'Once' }, { 'idempotency-key': 'k' }));
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    expect(new Set(ids).size, server).toBe(count);
  }
});

test('a server that renders Markdown shows none of its marks, and keeps the source', async () => {
  const { post, get } = await on('gotosocial');
  const text = '# News\n\n- **one**\n- _two_ #Tag\n\n> said\n\nsee [this](https://a.example/x_y_z) and 2*3*4';
  const { body } = await post(text);
  const shown = body.content.replace(/(?:<[^<>]*>)+/g, '|');
  expect(shown).toBe('|News|one|two| |#|Tag|said|see |this| and 2*3*4|');
  expect(body.content).toContain('<a href="https://a.example/x_y_z"');
  expect((await get<{ text: string }>(`/api/v1/statuses/${body.id}/source`)).body.text).toBe(text);
});

test('a smaller server lacks addresses that others have', async () => {
  const { get, post } = await on('minimal');
  const { body } = await post('Hi');
  for (const path of ['/api/v1/conversations', `/api/v1/statuses/${body.id}/source`, '/nodeinfo/2.0'])
    expect((await get(path)).status, path).toBe(404);
});

test('an unknown server is rejected', async () => {
  await expect(simulator.account('mastodon', { server: 'friendica' })).rejects.toThrow(/server must be one of/);
  await expect(simulator.account('twitter', { server: 'mastodon' })).rejects.toThrow();
});
