import { describe, expect, test } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import type { Connector } from '../../../core/connector.ts';
import type { TextLimits } from '../../../core/limits.ts';
import { issuesInTurns, issuesOf } from './check-limits.ts';
import { contentOn } from './checked-content.ts';
import { textLength } from './lengths.ts';

/** The bare ways of counting, of which a platform's own `count` may differ. */
function length(counting: TextLimits['counting'], text: string): number {
  const { count: _own, ...sheet } = (connectors.twitter as Connector).limits.text;
  return textLength({ ...(connectors.twitter as Connector).limits, text: { ...sheet, counting } }, text);
}

const on = (platform: 'twitter' | 'mastodon', text: string) =>
  textLength((connectors[platform] as Connector).limits, text);

describe('texts are counted as each platform counts them', () => {
  // Text, then as X, Mastodon, code points, UTF-16, bytes and graphemes count it.
  test.each<[string, number, number, number, number, number, number]>([
    ['', 0, 0, 0, 0, 0, 0],
    ['Good morning.', 13, 13, 13, 13, 13, 13],
    ['\n', 1, 1, 1, 1, 1, 1],
    ['one\r\ntwo', 8, 7, 8, 8, 8, 7],
    // Composed and decomposed: X composes first, Mastodon sees one character either way.
    ['Zoë', 3, 3, 3, 3, 4, 3],
    ['Zoe\u0308', 3, 3, 4, 4, 5, 3],
    ['\u1100\u1161\u11a8', 2, 1, 3, 3, 9, 1],
    // Combining marks that no composed character has.
    ['q\u0307\u0323', 3, 1, 3, 3, 5, 1],
    // Scripts: Latin, Cyrillic, Greek, Arabic and Hebrew weigh one on X, East Asian two.
    ['Привет', 6, 6, 6, 6, 12, 6],
    ['مرحبا', 5, 5, 5, 5, 10, 5],
    ['日本語', 6, 3, 3, 3, 9, 3],
    ['안녕', 4, 2, 2, 2, 6, 2],
    ['𠮷野家', 6, 3, 3, 4, 10, 3],
    ['Ｈｉ', 4, 2, 2, 2, 6, 2],
    // Punctuation: curly quotes and dashes weigh one, the ellipsis two.
    ['“–”', 3, 3, 3, 3, 9, 3],
    ['…', 2, 1, 1, 1, 3, 1],
    // Emoji: a family, a flag, a skin tone, a key cap, a flag of tags; two each on X, one each for people.
    ['👨‍👩‍👧‍👦', 2, 1, 7, 11, 25, 1],
    ['🇩🇪🇫🇷', 4, 2, 4, 8, 16, 2],
    ['👍🏽', 2, 1, 2, 4, 8, 1],
    ['1️⃣', 2, 1, 3, 3, 7, 1],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2, 1, 7, 14, 28, 1],
    ['a👍b', 4, 3, 3, 4, 6, 3],
  ])('%j', (text, x, mastodon, chars, utf16, bytes, graphemes) => {
    expect(on('twitter', text)).toBe(x);
    expect(on('mastodon', text)).toBe(mastodon);
    expect(length('chars', text)).toBe(chars);
    expect(length('utf16', text)).toBe(utf16);
    expect(length('bytes', text)).toBe(bytes);
    expect(length('graphemes', text)).toBe(graphemes);
  });

  // Addresses and names are short on X and Mastodon, whatever they look like.
  test.each<[string, number, number]>([
    ['https://example.com/', 23, 23],
    [`https://example.com/${'path/'.repeat(60)}`, 23, 23],
    ['http://a.de and http://b.de', 23 + 5 + 23, 23 + 5 + 23],
    ['look (https://example.com/x), there', 6 + 23 + 8, 6 + 23 + 8],
    ['HTTPS://EXAMPLE.COM', 23, 23],
    ['https://例え.jp/', 23, 23],
    // Without a scheme it is an address for X only.
    ['example.com', 23, 11],
    ['version 1.2.3', 13, 13],
    ['me@example.com', 14, 14],
    // Mastodon leaves the server of a person out.
    ['@ann', 4, 4],
    ['thanks @ann@social.example', 26, 11],
    ['#tag', 4, 4],
  ])('%j', (text, x, mastodon) => {
    expect(on('twitter', text)).toBe(x);
    expect(on('mastodon', text)).toBe(mastodon);
  });
});

describe('the last character that fits', () => {
  const lengthIssue = (platform: 'twitter' | 'mastodon' | 'instagram', text: string, options = {}) => {
    const connector = connectors[platform] as Connector;
    const media = [{ source_type: 'url', source: 'https://example.com/a.jpg' }] as const;
    const said = { text, media, platform_data: { [platform]: options } };
    return issuesOf(connector, contentOn(platform, said, {}, new Map())).find(({ rule }) => rule === 'text_length');
  };

  test.each([
    ['twitter', 'a'.repeat(280), 'a'],
    ['twitter', '日'.repeat(140), '!'],
    ['twitter', `${'a'.repeat(256)} https://example.com/${'x'.repeat(500)}`, '…'],
    ['mastodon', '👨‍👩‍👧‍👦'.repeat(500), 'a'],
    ['mastodon', 'é'.repeat(500).normalize('NFD'), 'a'],
    ['instagram', '日'.repeat(2200), '日'],
  ] as const)('%s', (platform, full, more) => {
    expect(lengthIssue(platform, full)).toBeUndefined();
    expect(lengthIssue(platform, full + more)).toMatchObject({ field: 'text', limit: expect.any(Number) });
  });

  test('a content warning counts on Mastodon', () => {
    expect(lengthIssue('mastodon', 'a'.repeat(490), { spoiler_text: 'b'.repeat(10) })).toBeUndefined();
    expect(lengthIssue('mastodon', 'a'.repeat(490), { spoiler_text: 'b'.repeat(11) })?.message).toContain('501');
  });
});

test('the texts of a thread are counted once for all targets, with a pause after each', async () => {
  const x = connectors.twitter as Connector;
  const counts: string[] = [];
  const count = (text: string) => counts.push(text);
  const connector = { ...x, limits: { ...x.limits, text: { ...x.limits.text, count } } };
  const said = { text: 'one', media: [], first_comment: 'two', segments: ['three', 'four'] };
  let pauses = 0;
  const pause = async () => void pauses++;
  for (let target = 0; target < 3; target++)
    await issuesInTurns(connector, contentOn('twitter', said, {}, new Map()), pause);
  expect(counts.sort()).toEqual(['four', 'one', 'three', 'two']);
  expect(pauses).toBe(9);
});
