import { expect, test } from 'vitest';
import { comparable, withoutLeadingMentions } from './text.ts';

test('texts compare composed and with single blanks', () => {
  expect(comparable(' cafe\u0301\r\n\n  ok\u00a0')).toBe('café ok');
});

test('leading mentions are removed one by one', () => {
  expect(withoutLeadingMentions('@a @b hi @c')).toEqual(['@a @b hi @c', '@b hi @c', 'hi @c']);
  expect(withoutLeadingMentions('hi @a')).toEqual(['hi @a']);
});
