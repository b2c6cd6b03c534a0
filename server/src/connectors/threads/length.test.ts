import { expect, test } from 'vitest';
import { threadsLength } from './length.ts';

test.each([
  ['', 0],
  ['Hello world', 11],
  ['Grüße', 5],
  ['日本', 2],
  ['𝄞', 1],
  ['© 2026 #1', 9],
  ['🍞', 4],
  ['a🍞b', 6],
  ['❤️', 6],
  ['🇩🇪', 8],
  ['👨‍👩‍👧‍👦', 25],
  ['👍🏽', 8],
])('%j counts %i', (text, length) => expect(threadsLength(text)).toBe(length));

test('a text that is far too long is not scanned', () => expect(threadsLength('🍞'.repeat(10_000))).toBe(20_000));
