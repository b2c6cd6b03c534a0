import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import { isSameText, matchesContent, matchesReply, permalinkOf, textOf, toComment, toListed } from './map.ts';
import { Tweet } from './wire.ts';

const tweet = (fields: Record<string, unknown> = {}) =>
  Tweet.parse({ id: '1445880548472328192', text: 'Hello', created_at: '2026-11-20T10:00:00.000Z', ...fields });
const content = (text: string, mediaCount = 0): Content => ({
  text,
  media: Array.from({ length: mediaCount }, () => ({ type: 'image', url: 'https://a.example/x.jpg' })),
  options: {},
});
const listed = (text: string, mediaCount = 0): Listed => ({ platformId: '1', text, mediaCount, createdAt: new Date() });

test('an address consists of name and id', () => {
  expect(permalinkOf('acme', '1445')).toBe('https://x.com/acme/status/1445');
});

test('short links are expanded, those of own media removed, entities decoded once', () => {
  const entities = {
    urls: [
      { url: 'https://t.co/aaa', expanded_url: 'https://a.example/b?c=1&d=2' },
      { url: 'https://t.co/bbb', expanded_url: 'https://x.com/acme/status/1/photo/1', media_key: '3_1' },
    ],
  };
  const text = 'Tom &amp; Jerry &amp;lt; see https://t.co/aaa https://t.co/zzz https://t.co/bbb';
  expect(textOf(tweet({ text, entities }))).toBe('Tom & Jerry &lt; see https://a.example/b?c=1&d=2 https://t.co/zzz');
});

test.each([
  ['Hello  world\n', 'Hello world', true],
  ['cafe\u0301', 'café', true],
  ['See https://a.example/long/path now', 'See https://t.co/aBc1 now', true],
  ['See example.com/x.', 'See https://t.co/aBc1.', true],
  ['(https://a.example/b)', '(https://t.co/aBc1)', true],
  ['日本https://a.example/b です', '日本https://t.co/aBc1 です', true],
  ['Two https://a.example https://b.example', 'Two https://t.co/a https://t.co/b', true],
  ['See Example.com', 'See http://example.com/', true],
  ['See https://a.example/1', 'See https://a.example/2', false],
  ['See this', 'See https://t.co/aBc1', false],
  ['See https://a.example', 'See', false],
  ['See https://a.example more', 'See https://t.co/aBc1', false],
  ['Hello', 'Hello https://t.co/aBc1', false],
  ['Hello', 'hello', false],
])('%j and %j without media: %s', (ours, theirs, isSame) => {
  expect(isSameText(ours, theirs, false)).toBe(isSame);
});

test('the link that X appends for media has no counterpart', () => {
  expect(isSameText('Hello', 'Hello https://t.co/aBc1', true)).toBe(true);
  expect(isSameText('', 'https://t.co/aBc1', true)).toBe(true);
  expect(isSameText('', '', true)).toBe(true);
  expect(isSameText('Hello', 'Hello you https://t.co/aBc1', true)).toBe(false);
});

test('a hostile text is compared quickly', () => {
  const links = 'https://t.co/a'.repeat(2000);
  const started = process.cpuUsage();
  isSameText(`${'a.b//'.repeat(2000)}`, links, true);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(200);
});

test('content matches by text and number of media', () => {
  expect(matchesContent(content('Hi', 2), listed('Hi', 2))).toBe(true);
  expect(matchesContent(content('Hi', 2), listed('Hi', 1))).toBe(false);
  expect(matchesContent(content('Hi'), listed('Hi'))).toBe(true);
});

test('a reply matches with and without the mentions that X puts before it', () => {
  const input = { platformPostId: '1', text: '@bob thanks' };
  expect(matchesReply(input, listed('@bob thanks'))).toBe(true);
  expect(matchesReply(input, listed('@jane @bob thanks'))).toBe(true);
  expect(matchesReply(input, listed('@jane thanks'))).toBe(false);
  expect(matchesReply({ ...input, text: 'thanks' }, listed('@jane thanks'))).toBe(true);
});

test('both spellings of references are read', () => {
  const references = [{ type: 'replied_to', id: '1000' }];
  for (const name of ['referenced_tweets', 'referenced_posts']) {
    const comment = toComment({ value: tweet({ [name]: references, author_id: '7' }), raw: 1 }, '999', new Map(), '8');
    expect(comment).toMatchObject({ parentId: '1000', platformPostId: '999', isOwner: false, raw: 1 });
  }
});

test('a reply to the post itself is a top-level comment', () => {
  const value = tweet({ referenced_tweets: [{ type: 'replied_to', id: '999' }], author_id: '8' });
  const comment = toComment({ value, raw: 1 }, '999', new Map([['8', { id: '8', name: 'A', username: 'a' }]]), '8');
  expect(comment).not.toHaveProperty('parentId');
  expect(comment).toMatchObject({ isOwner: true, author: { id: '8', name: 'A', username: 'a' } });
});

test('a listed post counts its media', () => {
  expect(toListed(tweet({ attachments: { media_keys: ['3_1', '3_2'] } }), 'acme').mediaCount).toBe(2);
  expect(toListed(tweet(), 'acme')).toMatchObject({ mediaCount: 0, text: 'Hello' });
});
