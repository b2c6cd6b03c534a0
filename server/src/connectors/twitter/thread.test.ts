import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformRequest } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { thread } from './thread.ts';

function sessionWith(response: (request: PlatformRequest) => FakeResponse) {
  const fake = fakeSession(response);
  return { ...fake, session: { ...fake.session, hosts: { api: 'https://x.test' } } };
}

const part = (fields: Partial<Content> = {}) => ({
  content: { text: 'Two', media: [], options: {}, ...fields },
  parentId: '10',
  rootId: '9',
});
const item = (fields: Partial<Listed> = {}): Listed => ({
  platformId: '11',
  text: 'Two',
  createdAt: new Date(),
  mediaCount: 0,
  ...fields,
});

test('a part replies to the part before it; audience options belong to the first part', async () => {
  const { session, requests } = sessionWith(() => ({ status: 201, json: { data: { id: '11' } } }));
  const options = {
    in_reply_to_tweet_id: '5',
    auto_populate_reply_metadata: true,
    exclude_reply_user_ids: ['1'],
    reply_settings: 'following',
    geo_place_id: 'abc',
    made_with_ai: true,
  };
  const prepared = { media: [{ id: '77', isProcessing: false }] };
  expect(await thread.send(session, part({ options }), prepared, 'key')).toMatchObject({ platformId: '11' });
  expect(requests[0]?.body).toEqual({
    json: {
      text: 'Two',
      media: { media_ids: ['77'] },
      geo: { place_id: 'abc' },
      made_with_ai: true,
      reply: { in_reply_to_tweet_id: '10' },
    },
  });
});

test('parts are listed with replies, and only those of their own parent', async () => {
  const tweet = (id: string, parent?: string) => ({
    id,
    text: 'Two',
    created_at: '2026-03-01T11:59:00.000Z',
    ...(parent === undefined ? {} : { referenced_tweets: [{ type: 'replied_to', id: parent }] }),
  });
  const data = [tweet('13', '12'), tweet('12', '10'), tweet('10', '9'), tweet('9')];
  const { session, requests } = sessionWith(() => ({ json: { data, meta: { result_count: 4 } } }));
  const items = await thread.list(session, part(), new Date('2026-03-01T11:58:00Z'));
  expect(items.map(({ platformId }) => platformId)).toEqual(['12']);
  expect(requests[0]?.query).toMatchObject({ exclude: 'retweets' });
});

test('a part is recognised by its text without leading mentions, and by its media', () => {
  expect(thread.matches(part(), item())).toBe(true);
  expect(thread.matches(part(), item({ text: '@acme @bob Two' }))).toBe(true);
  expect(thread.matches(part({ text: '@bob Two' }), item({ text: '@bob Two' }))).toBe(true);
  expect(thread.matches(part(), item({ text: 'Three' }))).toBe(false);
  expect(thread.matches(part(), item({ mediaCount: 1 }))).toBe(false);
});
