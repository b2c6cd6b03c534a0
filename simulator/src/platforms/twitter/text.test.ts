import { describe, expect, test } from 'vitest';
import { show } from './reading/entities.ts';
import { findLinks, weightedLength } from './text.ts';

describe('the weighted length', () => {
  test.each([
    ['', 0],
    ['This is a test.', 15],
    ['http://test.com', 23],
    ['https://test.com', 23],
    ['test.com', 23],
    ['Test https://test.com test https://test.com test.com test', 86],
    ['H\u{1f431}☺', 5],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}', 2],
    ['\u{1f1e9}\u{1f1ea}', 2],
    ['\u{1f44d}\u{1f3fd}', 2],
    ['1\ufe0f\u20e3', 2],
    ['©', 1],
    ['저찀', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['–—“”', 4],
    ['…', 2],
    ['t.co', 23],
    ['acme.de', 7],
    ['acme.de/x', 23],
    ['foo.co.jp', 23],
    ['a@b.com', 7],
    ['first.name@x.com', 16],
    ['https://simulator.test/files/x', 30],
    ['https://example.comさん', 27],
    ['example.com.foo', 27],
    ['ftp.acme', 8],
  ])('of %j is %i', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

describe('links', () => {
  test.each([
    ['see https://en.wikipedia.org/wiki/X_(y).', ['https://en.wikipedia.org/wiki/X_(y)']],
    ['(http://a.com/b), http://b.com/x?y=1&z=2#q!', ['http://a.com/b', 'http://b.com/x?y=1&z=2#q']],
    ['@acme.com #acme.com $acme.com', []],
    ['https://☃.net', []],
    ['https://例え.jp/x', ['https://例え.jp/x']],
    ['http://localhost:3000 http://10.0.0.1/', []],
  ])('in %j', (text, links) => {
    expect(findLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual(links);
  });

  test('do not take long over hostile texts', () => {
    const started = process.cpuUsage();
    for (const text of [
      'a.'.repeat(12_000),
      `https://${'a-'.repeat(12_000)}.com`,
      `https://a.com/${'('.repeat(24_000)}`,
    ])
      weightedLength(text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1_000);
  });
});

test('a shown text has short links, entities for < > &, and positions in code points', () => {
  const ids = (name: string) => (name === 'jane' ? '2222' : undefined);
  const { text, entities } = show(
    { id: '1', text: '\u{1f431} <b> & @jane @nobody #tag $ACME https://acme.com/x' },
    [],
    ids,
  );
  const link = /https:\/\/t\.co\/\w{10}$/.exec(text)?.[0];
  expect(text).toBe(`\u{1f431} &lt;b&gt; &amp; @jane @nobody #tag $ACME ${link}`);
  const at = (start: number, end: number) => [...text].slice(start, end).join('');
  const [mention] = entities.mentions as { start: number; end: number; id: string }[];
  expect(mention).toMatchObject({ username: 'jane', id: '2222' });
  expect(at(mention?.start ?? 0, mention?.end ?? 0)).toBe('@jane');
  const [url] = entities.urls as { start: number; end: number }[];
  expect(url).toMatchObject({ url: link, expanded_url: 'https://acme.com/x', display_url: 'acme.com/x' });
  expect(at(url?.start ?? 0, url?.end ?? 0)).toBe(link);
  expect(entities.mentions).toHaveLength(1);
  expect(entities.hashtags).toMatchObject([{ tag: 'tag' }]);
  expect(entities.cashtags).toMatchObject([{ tag: 'ACME' }]);
});
