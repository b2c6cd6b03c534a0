import { expect, test } from 'vitest';
import type { PlatformError } from '../../core/platform-error.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { editing } from './editing.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';

function sessionWith(responses: Record<string, FakeResponse>) {
  const fake = fakeSession((_request, call) => responses[call] ?? { status: 404, json: { error: 'Record not found' } });
  return { ...fake, session: { ...fake.session, hosts: { api: 'https://m.test' } } };
}

const status = {
  id: '5',
  url: 'https://m.test/@acme/5',
  media_attachments: [{ id: '7' }, { id: '8' }],
  sensitive: true,
  spoiler_text: 'Careful &amp; slow',
  language: 'de',
  poll: null,
};
const responses = {
  'GET /api/v1/statuses/5': { json: status },
  'GET /api/v1/statuses/5/source': { json: { id: '5', text: 'Old', spoiler_text: 'Careful & slow' } },
  'PUT /api/v1/statuses/5': { json: status },
};

async function edit(more: Record<string, FakeResponse> = {}) {
  const { session, requests } = sessionWith({ ...responses, ...more });
  const input = { platformId: '5', text: 'New' };
  const prepared = JSON.parse(JSON.stringify((await editing.prepare?.(session, input)) ?? {}));
  const published = await editing.send(session, input, prepared, 'key');
  return { published, sent: requests.at(-1)?.body };
}

test('an edit repeats everything besides the text', async () => {
  expect(await edit()).toEqual({
    published: { platformId: '5', permalink: 'https://m.test/@acme/5' },
    sent: {
      json: {
        status: 'New',
        media_ids: ['7', '8'],
        spoiler_text: 'Careful & slow',
        sensitive: true,
        language: 'de',
      },
    },
  });
});

test('a status without media, warning and language has none afterwards', async () => {
  const bare = { ...status, media_attachments: [], sensitive: false, language: null };
  const source = { json: { text: 'Old', spoiler_text: '' } };
  const { sent } = await edit({ 'GET /api/v1/statuses/5': { json: bare }, 'GET /api/v1/statuses/5/source': source });
  expect(sent).toEqual({ json: { status: 'New', media_ids: [], spoiler_text: '', sensitive: false } });
});

test.each<[string, Record<string, FakeResponse>, string]>([
  ['has a poll', { 'GET /api/v1/statuses/5': { json: { ...status, poll: { id: '1' } } } }, 'rejected'],
  [
    'has unreadable media',
    { 'GET /api/v1/statuses/5': { json: { ...status, media_attachments: [{}] } } },
    'unavailable',
  ],
  [
    'does not tell its media',
    { 'GET /api/v1/statuses/5': { json: { ...status, media_attachments: undefined } } },
    'unavailable',
  ],
  ['does not tell its source', { 'GET /api/v1/statuses/5/source': { json: {} } }, 'unavailable'],
  [
    'is missing',
    { 'GET /api/v1/statuses/5/source': { status: 404, json: { error: 'Record not found' } } },
    'not_found',
  ],
])('a status that %s is not edited', async (_name, more, kind) => {
  expect(await edit(more).catch((error: PlatformError) => error)).toMatchObject({ kind });
});

test('a removal deletes the attachments too, and a missing status counts as removed', async () => {
  const remove = (platformId: string, response: FakeResponse) => {
    const { session, requests } = sessionWith({ [`DELETE /api/v1/statuses/${platformId}`]: response });
    return removal.send(session, { platformId }, {}, 'key').then((published) => ({ published, requests }));
  };
  const { published, requests } = await remove('5', { json: { id: '5', text: 'Old' } });
  expect(published).toEqual({ platformId: '5' });
  expect(requests).toMatchObject([{ query: { delete_media: true } }]);
  for (const code of [404, 410]) await remove('5', { status: code, json: { error: 'Record not found' } });
  expect((await remove('../apps', {})).requests).toEqual([]);
  // A proxy's error page says nothing about the instance's decision.
  await expect(remove('5', { status: 404, text: '<html>' })).rejects.toMatchObject({ kind: 'unknown' });
});

test('a part of a thread replies to the part before it, under its key, to the same audience', async () => {
  const { session, requests } = sessionWith({ 'POST /api/v1/statuses': { json: { id: '6', url: null } } });
  const content = { text: 'Two', media: [], visibility: 'unlisted', options: { spoiler_text: 'CW' } };
  await thread.send(session, { content, parentId: '5', rootId: '1' }, { media: [] }, 'key-1');
  expect(requests[0]).toMatchObject({
    headers: { 'idempotency-key': 'key-1' },
    body: { json: { status: 'Two', visibility: 'unlisted', spoiler_text: 'CW', in_reply_to_id: '5' } },
  });
});
