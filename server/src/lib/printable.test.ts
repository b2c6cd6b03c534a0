import { expect, test } from 'vitest';
import { VisibleLines, VisibleText } from './printable.ts';

const isVisible = (text: string) => VisibleText.safeParse(text).success;

test.each<[string, string[]]>([
  ['fillers', ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u{16fe4}']],
  ['marks without a shape', ['\u034f', '\u17b4', '\u17b5', '\u180e', '\u{1bca0}', '\u{1d159}', '\u{1d173}']],
  ['spaces without width', ['\u200b', '\u2060', '\u2062', '\ufeff', '\u00ad']],
  ['marks of direction', ['\u061c', '\u200e', '\u200f', '\u202e', '\u2066']],
  ['breaks and controls', ['\n', '\r', '\t', '\v', '\0', '\u0085', '\u2028', '\u2029']],
  ['halves, notes and characters that are none', ['\ud800', '\ufff9', '\uffff', '\u{e0001}']],
  ['joiners, selectors and tags without an effect', ['\u200c', '\u200d', '\ufe00', '\ufe0f', '\u{e0041}', '\u{e0100}']],
])('a name takes no %s, alone, in a word or after digits', (_, signs) => {
  // Breaks around a name are cut off.
  for (const sign of signs)
    for (const text of [...(sign.trim() === '' ? [] : [sign]), `ad${sign}min`, `1${sign}2`, `é${sign}й${sign}.`])
      expect(isVisible(text), JSON.stringify(text)).toBe(false);
});

test.each([
  ['joined emoji', '👨‍👩‍👧 ❤️‍🔥 🏳️‍🌈 👩🏽‍🚀 👁️‍🗨️'],
  ['emoji with a selector, and keycaps', '☺️ ©️ ™️ 1️⃣ #️⃣ ☎︎'],
  ['flags', '🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇩🇪'],
  ['Hindi, Bengali, Sinhala, Malayalam with joiners', 'क्‍ष ক্‍ষ ශ්‍රී ന്‍'],
  ['Persian with joiners, also after another script', 'می‌خواهم PDF‌ها'],
  ['Mongolian with a selector', 'ᠠ᠋ᠢ'],
  ['ideographs with selectors', '葛󠄀城 神︀'],
  ['Hebrew, Arabic, Thai, Khmer, Korean, Vietnamese', 'שָׁלוֹם مُحَمَّد สวัสดี សួស្តី 한국어 Tiếng Việt'],
  ['accents that are letters of their own', 'Ame\u0301lie Ł\u0328'],
  ['spaces and symbols', 'Shop\u00a0№ 1 — “A & B” ∩︀ ½ €'],
])('a name takes %s', (_, text) => {
  expect(isVisible(text), text).toBe(true);
});

test('longer texts take breaks and tabs, and nothing else that nobody sees', () => {
  for (const text of ['One\ntwo', 'One\r\n\r\ntwo', 'One\ttwo', '👩🏽‍🚀\n👩🏽‍🚀'])
    expect(VisibleLines.parse(` ${text}\n`)).toBe(text);
  for (const text of ['a\n\u202eb', 'a\rb', 'a\vb', 'a\n\u200db'])
    expect(VisibleLines.safeParse(text).success, JSON.stringify(text)).toBe(false);
});

test('a long name is checked in linear time', () => {
  for (const part of ['ا\u200c', '👧\u200d', '葛\ufe00', '🏴\u{e0041}'])
    expect(isVisible(part.repeat(200_000))).toBe(true);
});
