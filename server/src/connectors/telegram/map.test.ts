import { expect, test } from 'vitest';
import { htmlLength, markdownLength, messageIdsOf, permalinkOf } from './map.ts';

test.each([
  ['<b>Hi</b> &amp; <a href="https://a.example/?x=1">you</a>', 'Hi & you'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['<pre><code class="language-ts">x</code></pre>', 'x'],
])('HTML counts after it is parsed: %s', (text, read) => {
  expect(htmlLength(text)).toBe(read.length);
});

test.each([
  ['*Hi* _there_ __you__ ~no~ ||secret|| `code`', 'Hi there you no secret code'],
  ['[a link](https://a.example/x_y) and 2\\*3\\=6\\.', 'a link and 2*3=6.'],
  ['>quoted\nplain', 'quoted\nplain'],
])('Markdown counts after it is parsed: %s', (text, read) => {
  expect(markdownLength(text)).toBe(read.length);
});

test('a post is one message or an album', () => {
  expect(messageIdsOf('42')).toEqual([42]);
  expect(messageIdsOf('42,43,44')).toEqual([42, 43, 44]);
  for (const id of [
    '',
    '0',
    '-1',
    '42,',
    'x',
    '../accounts',
    '1700000000000000001',
    '4294967296',
    '1,2,3,4,5,6,7,8,9,10,11',
  ]) {
    expect(messageIdsOf(id), id).toBeUndefined();
  }
});

test('a channel without a name is linked by its id', () => {
  expect(permalinkOf('-1001234567890', 'acme', 42)).toBe('https://t.me/acme/42');
  for (const name of [undefined, '-1001234567890', '1234']) {
    expect(permalinkOf('-1001234567890', name, 42)).toBe('https://t.me/c/1234567890/42');
  }
});
