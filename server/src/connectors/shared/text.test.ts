import { expect, test } from 'vitest';
import { comparable, decodeEntities, withoutLeadingMentions } from './text.ts';

test('character references become characters once, and only those that exist', () => {
  expect(decodeEntities('a &amp; b &lt;c&gt; &quot;&#39;&apos;&#x1F600;')).toBe("a & b <c> \"''😀");
  expect(decodeEntities('&amp;lt;')).toBe('&lt;');
  expect(decodeEntities('&nothing; &#0; &#xD800; &#9999999; AT&T')).toBe('&nothing; &#0; &#xD800; &#9999999; AT&T');
});

test('texts compare composed and with single blanks', () => {
  expect(comparable(' cafe\u0301\r\n\n  ok\u00a0')).toBe('café ok');
});

test('leading mentions are removed one by one', () => {
  expect(withoutLeadingMentions('@a @b hi @c')).toEqual(['@a @b hi @c', '@b hi @c', 'hi @c']);
  expect(withoutLeadingMentions('hi @a')).toEqual(['hi @a']);
});
