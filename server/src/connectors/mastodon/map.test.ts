import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import { htmlToText, matchesContent, matchesReply, statusLength, toComment } from './map.ts';
import { Status } from './wire.ts';

const content = (text: string): Content => ({ text, media: [], options: {} });
const listed = (html: string, mediaCount = 0): Listed => ({
  platformId: '1',
  text: htmlToText(html),
  mediaCount,
  createdAt: new Date(),
});

test('HTML becomes the text that was written', () => {
  expect(htmlToText('<p>One<br/>two<br>three</p><p>Four &amp; &lt;b&gt;</p>')).toBe('One\ntwo\nthree\n\nFour & <b>');
  const link =
    '<p><a href="https://a.example/long/path"><span class="invisible">https://</span><span class="ellipsis">a.example/lo</span><span class="invisible">ng/path</span></a></p>';
  expect(htmlToText(link)).toBe('https://a.example/long/path');
  const mention =
    '<p><span class="h-card"><a href="https://m.example/@acme" class="u-url mention">@<span>acme</span></a></span> hi</p>';
  expect(htmlToText(mention)).toBe('@acme hi');
});

test.each([
  ['Hello', '<p>Hello</p>', true],
  ['Hello\n\nworld', '<p>Hello</p><p>world</p>', true],
  ['a < b & c', '<p>a &lt; b &amp; c</p>', true],
  ['literal &lt;', '<p>literal &amp;lt;</p>', true],
  ['<b>bold</b>', '<p>&lt;b&gt;bold&lt;/b&gt;</p>', true],
  ['hi @bob@other.example #x', '<p>hi @<span>bob</span> <a>#<span>x</span></a></p>', true],
  [
    'see https://a.example/1',
    '<p>see <a><span class="invisible">https://</span><span>a.example/1</span></a></p>',
    true,
  ],
  ['see https://a.example/1', '<p>see https://a.example/2</p>', false],
  ['Hello', '<p>hello</p>', false],
])('%j was posted as %j: %s', (text, html, isSame) => {
  expect(matchesContent(content(text), listed(html))).toBe(isSame);
});

test('the number of media counts', () => {
  expect(matchesContent(content('Hello'), listed('<p>Hello</p>', 1))).toBe(false);
});

test('a reply matches with the mention that was put before it', () => {
  const input = { platformPostId: '1', text: 'thanks' };
  expect(matchesReply(input, listed('<p>@<span>bob</span> thanks</p>'))).toBe(true);
  expect(matchesReply(input, listed('<p>thanks</p>'))).toBe(true);
  expect(matchesReply(input, listed('<p>thanks a lot</p>'))).toBe(false);
});

test.each([
  ['Hello', 5],
  ['👨‍👩‍👧 ok', 4],
  ['https://a.example/a/very/long/address/that/is/longer', 23],
  ['(https://a.example/x).', 26],
  ['@bob@other.example hi', 7],
  ['mail a@b.example', 16],
])('%j counts %i', (text, length) => {
  expect(statusLength(text)).toBe(length);
});

test('hostile HTML and texts are read quickly', () => {
  const started = process.cpuUsage();
  for (const unit of ['<', '<p', '</p> ', '<br ', '&#', '<a<b']) htmlToText(unit.repeat(200_000));
  for (const unit of ['@a', '@a@', 'https://', 'https://!', '@', 'a.']) statusLength(unit.repeat(8000));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});

test('a comment with an unknown audience counts as private', () => {
  const status = { id: '1', created_at: '2026-11-20T10:00:00.000Z', content: '', account: { id: '2' } };
  expect(Status.parse({ ...status, visibility: 'local' }).visibility).toBe('direct');
  const value = Status.parse({
    ...status,
    visibility: 'public',
    in_reply_to_id: 103254962155,
    account: { id: 2, acct: 'a' },
  });
  expect(toComment({ value, raw: 0 }, '9', '2')).toMatchObject({ parentId: '103254962155', isOwner: true });
});
