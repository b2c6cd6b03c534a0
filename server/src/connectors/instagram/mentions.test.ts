import { expect, test } from 'vitest';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { mentions } from './mentions.ts';

const caption = {
  caption: '@acme hey',
  timestamp: '2026-03-01T09:00:22+0000',
  username: 'jane',
  id: '17889114512354744',
};
const comment = { id: '17967', text: '@acme good', timestamp: '2026-03-01T09:14:16+0000', media: { id: '1788' } };

test('a mention in a caption has the id of the post', async () => {
  const { session, requests } = fakeSession(() => ({ json: { mentioned_media: caption, id: '1' } }));
  const mention = await mentions.read?.(session, { mentionId: caption.id, platformPostId: caption.id });
  expect(mention).toEqual({
    platformId: caption.id,
    platformPostId: caption.id,
    author: { id: 'jane', username: 'jane' },
    text: '@acme hey',
    createdAt: new Date('2026-03-01T09:00:22Z'),
    raw: caption,
  });
  expect(requests[0]?.query?.fields).toMatch(/^mentioned_media\.media_id\(17889114512354744\)\{/);
});

test('a mention in a comment, whose post only the comment may name', async () => {
  const { session, requests } = fakeSession(() => ({ json: { mentioned_comment: comment, id: '1' } }));
  const mention = await mentions.read?.(session, { mentionId: '17967', platformPostId: '1700' });
  expect(mention).toMatchObject({ platformId: '17967', platformPostId: '1788', author: { id: 'unknown' } });
  expect(requests[0]?.query?.fields).toMatch(/^mentioned_comment\.comment_id\(17967\)\{/);
});

test('a reply names the comment, or the post alone', async () => {
  const { session, requests } = fakeSession(() => ({ json: { id: '1787' } }));
  const response = (mention: object) =>
    mentions.reply?.send(session, { mentionId: '2', text: 'Thanks', ...mention }, {}, 'key');
  expect(await response({ platformPostId: '1' })).toEqual({ platformId: '1787' });
  await response({});
  const forms = requests.map(({ body }) => body);
  expect(forms).toMatchObject([
    { form: { media_id: '1', comment_id: '2', message: 'Thanks' } },
    { form: { media_id: '2', message: 'Thanks' } },
  ]);
});
