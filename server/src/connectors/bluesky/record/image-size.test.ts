import { expect, test } from 'vitest';
import { sizeOf } from './image-size.ts';

const file = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

test.each<[string, Buffer]>([
  ['png', file('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200])],
  ['gif', file('GIF89a', [44, 1, 200, 0])],
  ['webp lossy', file('RIFF....WEBPVP8 ', new Array(10).fill(0), [44, 1, 200, 0])],
  ['webp lossless', file('RIFF....WEBPVP8L', [0, 0, 0, 0, 0x2f, 43, 193, 49, 0])],
  ['webp extended', file('RIFF....WEBPVP8X', new Array(8).fill(0), [43, 1, 0, 199, 0, 0])],
  ['jpeg', file([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc4, 0, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44])],
])('%s', (_name, bytes) => {
  expect(sizeOf(bytes)).toEqual({ width: 300, height: 200 });
});

test.each(['', 'hello', '\x89PNG\r\n', 'GIF89a\0\0\0\0', '\xff\xd8', '\xff\xd8\xff\xe0\0\0', 'RIFF....WEBPVP9 '])(
  '%j has no size',
  (text) => {
    expect(sizeOf(file(text))).toBeUndefined();
  },
);
