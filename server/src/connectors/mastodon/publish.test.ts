import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { MediaBytes, PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { comments } from './comments.ts';
import { publishing } from './publish.ts';

const since = new Date('2026-03-01T11:58:00Z');
const me = '17841405822304914';

function sessionWith(response: (request: PlatformRequest, call: string) => FakeResponse) {
  const fake = fakeSession(response);
  const file: MediaBytes = { bytes: new Uint8Array(10), contentType: 'image/png', filename: 'x.png' };
  const server = { software: 'mastodon', version: '4.5.0', read_at: '2026-03-01T11:00:00.000Z' };
  const account = { ...fake.session.account, metadata: { server } };
  const session: Session = { ...fake.session, account, hosts: { api: 'https://m.test' }, media: async () => file };
  return { ...fake, session };
}

const content = (fields: Partial<Content> = {}): Content => ({ text: 'Hi', media: [], options: {}, ...fields });
const status = (id: string, fields = {}) => ({
  id,
  created_at: '2026-03-01T11:59:00.000Z',
  in_reply_to_id: null,
  visibility: 'public',
  content: '<p>Hi</p>',
  url: `https://m.test/@acme/${id}`,
  account: { id: me, acct: 'acme' },
  media_attachments: [],
  ...fields,
});

test('the key is the idempotency key, and the address is that of the instance', async () => {
  const { session, requests } = sessionWith(() => ({ json: status('1') }));
  const options = { spoiler_text: 'CW', sensitive: true, language: 'de' };
  const published = await publishing.send(session, content({ options, visibility: 'private' }), { media: [] }, 'key-1');
  expect(published).toEqual({ platformId: '1', permalink: 'https://m.test/@acme/1' });
  expect(requests[0]).toMatchObject({
    headers: { 'idempotency-key': 'key-1' },
    body: { json: { status: 'Hi', visibility: 'private', ...options } },
  });
});

test('an audience is translated, the option wins, and one that Mastodon lacks is rejected', async () => {
  const { session, requests } = sessionWith(() => ({ json: status('1') }));
  const send = (fields: Partial<Content>) => publishing.send(session, content(fields), { media: [] }, 'k');
  await send({ visibility: 'followers' });
  await send({ visibility: 'public', options: { visibility: 'unlisted' } });
  expect(requests.map(({ body }) => body)).toMatchObject([
    { json: { visibility: 'private' } },
    { json: { visibility: 'unlisted' } },
  ]);
  for (const visibility of ['logged_in', 'constructor']) {
    await expect(publishing.prepare?.(session, content({ visibility }))).rejects.toMatchObject({
      kind: 'rejected',
      facts: { field: 'visibility' },
    });
  }
});

test('media is described, waited for and attached', async () => {
  const responses: FakeResponse[] = [
    { json: { id: '5', url: 'https://f/x' } },
    { status: 202, json: { id: '6', url: null } },
    { status: 206, json: { id: '6', url: null } },
    { json: { id: '6', url: 'https://f/y' } },
    { json: status('1') },
  ];
  const { session, requests, calls } = sessionWith(() => responses.shift() ?? {});
  const image = { type: 'image', url: 'https://a.example/x' } as const;
  const post = content({ media: [{ ...image, altText: 'A cat' }, image] });
  const prepared = (await publishing.prepare?.(session, post)) ?? {};
  expect(await publishing.ready?.(session, prepared)).toMatchObject({ state: 'not_ready' });
  expect(await publishing.ready?.(session, prepared)).toEqual({ state: 'ready' });
  await publishing.send(session, post, prepared, 'key');
  expect(calls()).toEqual([
    'POST /api/v2/media',
    'POST /api/v2/media',
    'GET /api/v1/media/6',
    'GET /api/v1/media/6',
    'POST /api/v1/statuses',
  ]);
  expect(requests[0]?.body).toMatchObject({ multipart: [{ name: 'description', value: 'A cat' }, { name: 'file' }] });
  expect(requests[4]?.body).toMatchObject({ json: { media_ids: ['5', '6'] } });
});

test('a failed processing of media ends the attempt', async () => {
  const { session } = sessionWith(() => ({ status: 422, json: { error: 'Validation failed: File is broken' } }));
  expect(await publishing.ready?.(session, { media: [{ id: '6', isProcessing: true }] })).toMatchObject({
    state: 'failed',
    error: { kind: 'rejected', facts: { field: 'media' } },
  });
});

test('the list reaches back to the given time and leaves replies out', async () => {
  const old = { created_at: '2026-03-01T11:00:00.000Z' };
  const pages = [
    [status('9'), status('8', { in_reply_to_id: '5' })],
    [status('7'), status('6', old)],
  ];
  const { session, requests } = sessionWith(() => ({ json: pages.shift() ?? [] }));
  const items = await publishing.list(session, content(), since);
  expect(items.map(({ platformId }) => platformId)).toEqual(['9', '7']);
  expect(requests.map(({ query }) => query?.max_id)).toEqual([undefined, '8']);
});

test.each([[{}], [[status('9'), { id: '8' }]], [undefined]])('the list %j proves nothing', async (json) => {
  const { session } = sessionWith(() => ({ json }));
  await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a reply mentions the author of its parent and has no wider audience', async () => {
  const reply = comments.reply;
  if (reply?.class !== 'A') throw new Error('A reply is of class A.');
  const response = async (text: string, parent: object) => {
    const { session, requests } = sessionWith(({ method }) => ({
      json: method === 'GET' ? status('5', parent) : status('6'),
    }));
    const input = { platformPostId: '1', parentId: '5', text };
    const prepared = (await reply.prepare?.(session, input)) ?? {};
    await reply.send(session, input, prepared, 'key');
    return requests[1]?.body;
  };
  const bob = { account: { id: '2', acct: 'bob@other.example' } };
  expect(await response('Thanks', bob)).toEqual({ json: { status: '@bob@other.example Thanks', in_reply_to_id: '5' } });
  expect(await response('Thanks, @Bob@other.example!', bob)).toMatchObject({
    json: { status: 'Thanks, @Bob@other.example!' },
  });
  expect(await response('More', {})).toEqual({ json: { status: 'More', in_reply_to_id: '5' } });
  expect(await response('Psst', { visibility: 'private' })).toMatchObject({ json: { visibility: 'private' } });
});
