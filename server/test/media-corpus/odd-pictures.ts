import { deflateSync } from 'node:zlib';
import type { BaseFiles } from './base-files.ts';
import { be, bmp, chunk, gif, half, join, le, PNG_END, PNG_START, png, pngHead, zip } from './bytes.ts';
import { box } from './films.ts';
import { type CorpusFile, refused, taken } from './verdict.ts';

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes));

/** Where a JPEG's size is. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf('\xff\xc0', 0, 'latin1');
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

const segment = (jpeg: Buffer, code: number, content: string | Uint8Array) =>
  join(jpeg.subarray(0, 2), be(2, 0xff00 + code, content.length + 2), content, jpeg.subarray(2));

export function oddPictures({ jpeg, webp, gif: still, tiff, avif }: BaseFiles): CorpusFile[] {
  const animation = chunk('acTL', be(4, 3, 0));
  const wrongChecksum = Buffer.from(png(1, 1));
  wrongChecksum[30] = 0;
  return [
    // Claims.
    refused('60000.png', png(60_000, 60_000, 0), 'too_large'),
    refused('1x1-says-60000.png', join(pngHead(60_000, 60_000), chunk('IDAT', zeros(2)), PNG_END), 'too_large'),
    refused('14000-of-nothing.png', join(pngHead(14_000, 14_000), chunk('IDAT', zeros(2)), PNG_END), 'truncated'),
    refused('4-billion.png', join(pngHead(0xffffffff, 0xffffffff), chunk('IDAT', zeros(2)), PNG_END), 'too_large'),
    refused('no-width.png', join(pngHead(0, 5), chunk('IDAT', zeros(2)), PNG_END), 'broken'),
    refused('65535.jpg', withSize(jpeg, 65_535, 65_535), 'too_large'),
    refused('14000-of-nothing.jpg', withSize(jpeg, 14_000, 14_000), 'truncated'),
    refused('no-height.jpg', withSize(jpeg, 60, 0), 'broken'),
    refused('65535.gif', gif(1, 65_535, 65_535), 'too_large'),
    refused(
      '2-billion.bmp',
      join('BM', le(4, 0, 0, 54, 40, 2 ** 31 - 1, 2 ** 31 - 1), le(2, 1, 24), le(4, 0)),
      'too_large',
    ),
    // Bombs.
    refused('megabytes-in-a-dot.png', join(pngHead(1, 1), chunk('IDAT', zeros(10_000_000)), PNG_END), 'foreign'),
    taken(
      'text-bomb.png',
      join(pngHead(1, 1), chunk('zTXt', join('a\0\0', zeros(10_000_000))), png(1, 1).subarray(33)),
      {
        contentType: 'image/png',
        hasMetadata: true,
      },
    ),
    refused('10000-frames.gif', gif(10_000), 'too_large'),
    taken('4000-frames.gif', gif(4000), { contentType: 'image/gif', frames: 4000 }),
    refused(
      '10000-frames.png',
      join(pngHead(1, 1), chunk('acTL', be(4, 10_000, 0)), png(1, 1).subarray(33)),
      'too_large',
    ),
    taken('3-frames.png', join(pngHead(1, 1), animation, png(1, 1).subarray(33)), {
      contentType: 'image/png',
      frames: 3,
    }),
    // Broken.
    refused('only-a-name.png', PNG_START, 'truncated'),
    refused('no-head.png', join(PNG_START, PNG_END, Buffer.alloc(40)), 'broken'),
    refused('wrong-checksum.png', wrongChecksum, 'broken'),
    refused('no-end.png', png(60, 40).subarray(0, -12), 'truncated'),
    refused('long-chunk.png', join(pngHead(1, 1), be(4, 0x7fffffff), 'IDAT', Buffer.alloc(50)), 'truncated'),
    refused('strange-chunk.png', join(pngHead(1, 1), be(4, 0), '\0\0\0\0', Buffer.alloc(50)), 'broken'),
    refused('three-bytes.jpg', jpeg.subarray(0, 3), 'truncated'),
    refused('no-picture.jpg', join('\xff\xd8\xff\xd9'), 'truncated'),
    refused('no-end.jpg', jpeg.subarray(0, -2), 'truncated'),
    refused('zeros-behind.jpg', join(half(jpeg), Buffer.alloc(500)), 'truncated'),
    refused('rubbish.jpg', join('\xff\xd8\xff\xe0\x00\x10JFIF\0', Buffer.alloc(500, 0x41)), 'broken'),
    taken('data-behind.jpg', join(jpeg, Buffer.alloc(5000, 0x41)), { contentType: 'image/jpeg', hasMetadata: true }),
    refused('no-picture.gif', join('GIF89a', le(2, 5, 5), '\0\0\0', '\x3b'), 'broken'),
    refused('strange-block.gif', join('GIF89a', le(2, 5, 5), '\0\0\0', '\x77'), 'broken'),
    refused('no-end.gif', still.subarray(0, -1), 'truncated'),
    refused('script.gif', join('GIF89a=1;alert(1)//', Buffer.alloc(200, 0x20)), 'too_large'),
    refused('no-picture.webp', join('RIFF', le(4, 14), 'WEBP', 'VP8X', le(4, 10), Buffer.alloc(10)), 'truncated'),
    refused('short.webp', webp.subarray(0, -20), 'truncated'),
    refused('circle.tif', join('II*\0', le(4, 8), le(2, 0), le(4, 8)), 'broken'),
    refused('far.tif', join('II*\0', le(4, 0x7fffffff), Buffer.alloc(100)), 'truncated'),
    refused('short.tif', tiff.subarray(0, -200), 'truncated'),
    refused('short.avif', avif.subarray(0, -20), 'truncated'),
    refused('short.bmp', bmp(60, 40).subarray(0, -1), 'truncated'),
    // Two things at once.
    refused('comment.jpg', segment(jpeg, 0xfe, '<script>alert(1)</script>'), 'foreign'),
    refused('shell.jpg', segment(jpeg, 0xe1, 'Exif\0\0<?php system($_GET[0]); ?>'), 'foreign'),
    refused('page-behind.jpg', join(jpeg, '<html><body onload=alert(1)>'), 'foreign'),
    refused('page-behind.png', join(png(9, 9), '<!DOCTYPE html><p>hello'), 'foreign'),
    refused(
      'text.png',
      join(pngHead(1, 1), chunk('tEXt', join('a\0<script >1</script>')), png(1, 1).subarray(33)),
      'foreign',
    ),
    refused('paper.jpg', segment(jpeg, 0xfe, '%PDF-1.4 and what follows'), 'foreign'),
    refused('phar.gif', join(gif(1), '<?php __HALT_COMPILER(); ?>'), 'foreign'),
    refused('archive-behind.avif', join(avif, box('free', zip())), 'foreign'),
    refused('archive.png', join(png(9, 9), 'Rar!\x1a\x07\x00', Buffer.alloc(50)), 'foreign'),
  ];
}
