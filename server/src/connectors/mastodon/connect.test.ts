import { expect, test } from 'vitest';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse } from '../../core/session.ts';
import { connecting, hostsOf } from './connect.ts';

const INSTANCE = { version: '4.5.0', configuration: { statuses: {} } };

async function register(response: (request: PlatformRequest) => { status: number; json?: unknown; location?: string }) {
  const sent: PlatformRequest[] = [];
  const session = {
    hosts: { api: 'https://social.example' },
    now: () => new Date(),
    http: {
      async send(request: PlatformRequest): Promise<PlatformResponse> {
        sent.push(request);
        const { status, json, location } = response(request);
        return { status, json, text: '', headers: location === undefined ? {} : { location } };
      },
    },
  };
  const given = connecting.oauth?.server?.register(session, 'https://hubbub.example/oauth/callback/mastodon');
  return { result: await given?.catch((error: PlatformError) => error), sent };
}

test('an instance is checked before we register an app there', async () => {
  const { result, sent } = await register(({ method }) =>
    method === 'GET' ? { status: 200, json: INSTANCE } : { status: 200, json: { client_id: 'a', client_secret: 'b' } },
  );
  expect(result).toEqual({ clientId: 'a', clientSecret: 'b' });
  expect(sent.map(({ url }) => url)).toEqual([
    'https://social.example/api/v2/instance',
    'https://social.example/api/v1/apps',
  ]);
});

test('a server without the newer description is asked for the older one', async () => {
  const { result, sent } = await register(({ method, url }) => {
    if (method === 'POST') return { status: 200, json: { client_id: 'a', client_secret: 'b' } };
    if (url.endsWith('/api/v2/instance')) return { status: 404, json: { error: 'Record not found' } };
    return { status: 200, json: { uri: 'social.example', version: '2.7.2 (compatible; Pleroma 2.6.0)' } };
  });
  expect(result).toEqual({ clientId: 'a', clientSecret: 'b' });
  expect(sent).toHaveLength(3);
});

test.each([
  ['redirects', { status: 301, location: 'https://other.example/' }, /other\.example/],
  ['has no such page', { status: 404, json: { error: 'Record not found' } }, /Record not found/],
  ['is a website', { status: 200 }, /not what it documents/],
  ['is another program', { status: 200, json: { version: '1.0', title: 'A wiki' } }, /not what it documents/],
])('a server that %s gets no registration', async (_, response, words) => {
  const { result, sent } = await register(() => response);
  expect(result).toBeInstanceOf(PlatformError);
  expect((result as PlatformError).message).toMatch(words);
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  expect(sent).toHaveLength(response.status === 404 ? 2 : 1);
});

test('an instance may be written in several forms', () => {
  for (const name of ['mastodon.social', 'https://Mastodon.social/', '@me@mastodon.social', ' mastodon.social '])
    expect(hostsOf(name), name).toEqual({ api: 'https://mastodon.social' });
  for (const name of ['', 'http://mastodon.social', 'mastodon.social/path', 'a b', 'https://a:b@c', 'x?y', '..', 'me@'])
    expect(hostsOf(name), name).toBeUndefined();
});
