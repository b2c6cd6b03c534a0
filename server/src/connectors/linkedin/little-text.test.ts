import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toLittleText, toPlainText } from './little-text.ts';

test.each([
  ['Plain words, 100 %!', 'Plain words, 100 %!'],
  ['a (b) [c] {d} <e>', String.raw`a \(b\) \[c\] \{d\} \<e\>`],
  ['x | y \\ z * _ ~', String.raw`x \| y \\ z \* \_ \~`],
  ['me@example.com', String.raw`me\@example.com`],
  ['#news and #Ärger', '#news and #Ärger'],
  ['C# and # and https://a.example/#top', String.raw`C\# and \# and https://a.example/\#top`],
  ['With @[Acme (EU)](urn:li:organization:24)!', String.raw`With @[Acme \(EU\)](urn:li:organization:24)!`],
  ['@[no](urn:li:share:1)', String.raw`\@\[no\]\(urn:li:share:1\)`],
])('%s is written %s', (text, littleText) => {
  expect(toLittleText(text)).toBe(littleText);
});

test('mentions and templates are read as people see them', () => {
  expect(toPlainText(String.raw`With @[Acme \(EU\)](urn:li:organization:24) {hashtag|\#|news}`)).toBe(
    'With Acme (EU) #news',
  );
  expect(toPlainText('a \\\nb \\')).toBe('a \\\nb \\');
});

test('escaped text reads as before', () => {
  const pieces = fc.constantFrom(...'\\|{}@[]()<>#*_~ aä1\n😀/&');
  fc.assert(
    fc.property(fc.array(pieces), (characters) => {
      const text = characters.join('');
      expect(toPlainText(toLittleText(text))).toBe(text);
    }),
  );
});

test('long hostile texts take one pass', () => {
  for (const piece of ['@[', '{hashtag|#|', '\\', '@[a](']) {
    const text = piece.repeat(20_000);
    expect(toPlainText(toLittleText(text))).toBe(text);
    toPlainText(text);
  }
});
