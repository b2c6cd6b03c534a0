import { deflateSync } from 'node:zlib';
import type { BaseFiles } from './base-files.ts';
import { be, bmp, chunk, gif, half, join, le, PNG_END, PNG_START, png, pngHead, zip } from './bytes.ts';
import { accepted, type CorpusFile, rejected } from './corpus-file.ts';
import { box } from './videos.ts';

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes));

/** Changes the declared size of a JPEG. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf('\xff\xc0', 0, 'latin1');
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

const segment = (jpeg: Buffer, code: number, content: string | Uint8Array) =>
  join(jpeg.subarray(0, 2), be(2, 0xff00 + code, content.length + 2), content, jpeg.subarray(2));

export function hostileImages({ jpeg, webp, gif: still, tiff, avif }: BaseFiles): CorpusFile[] {
  const animation = chunk('acTL', be(4, 3, 0));
  const wrongChecksum = Buffer.from(png(1, 1));
  wrongChecksum[30] = 0;
  return [
    // False or enormous declared sizes.
    rejected('60000x60000.png', png(60_000, 60_000, 0), 'too_large'),
    rejected(
      '60000x60000-with-one-pixel.png',
      join(pngHead(60_000, 60_000), chunk('IDAT', zeros(2)), PNG_END),
      'too_large',
    ),
    rejected(
      '14000x14000-without-data.png',
      join(pngHead(14_000, 14_000), chunk('IDAT', zeros(2)), PNG_END),
      'truncated',
    ),
    rejected(
      '4-billion-pixels-wide.png',
      join(pngHead(0xffffffff, 0xffffffff), chunk('IDAT', zeros(2)), PNG_END),
      'too_large',
    ),
    rejected('no-width.png', join(pngHead(0, 5), chunk('IDAT', zeros(2)), PNG_END), 'broken'),
    rejected('65535x65535.jpg', withSize(jpeg, 65_535, 65_535), 'too_large'),
    rejected('14000x14000-without-data.jpg', withSize(jpeg, 14_000, 14_000), 'truncated'),
    rejected('no-height.jpg', withSize(jpeg, 60, 0), 'broken'),
    rejected('65535x65535.gif', gif(1, 65_535, 65_535), 'too_large'),
    rejected(
      '2-billion-pixels-wide.bmp',
      join('BM', le(4, 0, 0, 54, 40, 2 ** 31 - 1, 2 ** 31 - 1), le(2, 1, 24), le(4, 0)),
      'too_large',
    ),
    // Decompression bombs and floods of frames.
    rejected('megabytes-for-one-pixel.png', join(pngHead(1, 1), chunk('IDAT', zeros(10_000_000)), PNG_END), 'unsafe'),
    accepted(
      'megabytes-of-compressed-text.png',
      join(pngHead(1, 1), chunk('zTXt', join('a\0\0', zeros(10_000_000))), png(1, 1).subarray(33)),
      {
        contentType: 'image/png',
        hasMetadata: true,
      },
    ),
    rejected('10000-frames.gif', gif(10_000), 'too_large'),
    accepted('4000-frames.gif', gif(4000), { contentType: 'image/gif', frames: 4000 }),
    rejected(
      '10000-frames.png',
      join(pngHead(1, 1), chunk('acTL', be(4, 10_000, 0)), png(1, 1).subarray(33)),
      'too_large',
    ),
    accepted('3-frames.png', join(pngHead(1, 1), animation, png(1, 1).subarray(33)), {
      contentType: 'image/png',
      frames: 3,
    }),
    // Broken and truncated files.
    rejected('signature-only.png', PNG_START, 'truncated'),
    rejected('no-header.png', join(PNG_START, PNG_END, Buffer.alloc(40)), 'broken'),
    rejected('wrong-checksum.png', wrongChecksum, 'broken'),
    rejected('no-end.png', png(60, 40).subarray(0, -12), 'truncated'),
    rejected(
      'chunk-longer-than-file.png',
      join(pngHead(1, 1), be(4, 0x7fffffff), 'IDAT', Buffer.alloc(50)),
      'truncated',
    ),
    rejected('invalid-chunk-type.png', join(pngHead(1, 1), be(4, 0), '\0\0\0\0', Buffer.alloc(50)), 'broken'),
    rejected('three-bytes.jpg', jpeg.subarray(0, 3), 'truncated'),
    rejected('no-image.jpg', join('\xff\xd8\xff\xd9'), 'truncated'),
    rejected('no-end.jpg', jpeg.subarray(0, -2), 'truncated'),
    rejected('half-then-zeros.jpg', join(half(jpeg), Buffer.alloc(500)), 'truncated'),
    rejected('random-bytes.jpg', join('\xff\xd8\xff\xe0\x00\x10JFIF\0', Buffer.alloc(500, 0x41)), 'broken'),
    accepted('data-behind-end.jpg', join(jpeg, Buffer.alloc(5000, 0x41)), {
      contentType: 'image/jpeg',
      hasMetadata: true,
    }),
    rejected('no-image.gif', join('GIF89a', le(2, 5, 5), '\0\0\0', '\x3b'), 'broken'),
    rejected('invalid-block.gif', join('GIF89a', le(2, 5, 5), '\0\0\0', '\x77'), 'broken'),
    rejected('no-end.gif', still.subarray(0, -1), 'truncated'),
    rejected('javascript.gif', join('GIF89a=1;alert(1)//', Buffer.alloc(200, 0x20)), 'too_large'),
    rejected('no-image.webp', join('RIFF', le(4, 14), 'WEBP', 'VP8X', le(4, 10), Buffer.alloc(10)), 'truncated'),
    rejected('cut-at-end.webp', webp.subarray(0, -20), 'truncated'),
    rejected('circular-directory.tif', join('II*\0', le(4, 8), le(2, 0), le(4, 8)), 'broken'),
    rejected('directory-behind-end.tif', join('II*\0', le(4, 0x7fffffff), Buffer.alloc(100)), 'truncated'),
    rejected('cut-at-end.tif', tiff.subarray(0, -200), 'truncated'),
    rejected('cut-at-end.avif', avif.subarray(0, -20), 'truncated'),
    rejected('cut-at-end.bmp', bmp(60, 40).subarray(0, -1), 'truncated'),
    // Files that are also a page, a script or an archive.
    rejected('script-in-comment.jpg', segment(jpeg, 0xfe, '<script>alert(1)</script>'), 'unsafe'),
    rejected('php-in-exif.jpg', segment(jpeg, 0xe1, 'Exif\0\0<?php system($_GET[0]); ?>'), 'unsafe'),
    rejected('page-behind-end.jpg', join(jpeg, '<html><body onload=alert(1)>'), 'unsafe'),
    rejected('page-behind-end.png', join(png(9, 9), '<!DOCTYPE html><p>hello'), 'unsafe'),
    rejected(
      'script-in-text.png',
      join(pngHead(1, 1), chunk('tEXt', join('a\0<script >1</script>')), png(1, 1).subarray(33)),
      'unsafe',
    ),
    rejected('pdf-in-comment.jpg', segment(jpeg, 0xfe, '%PDF-1.4 and what follows'), 'unsafe'),
    rejected('php-behind-end.gif', join(gif(1), '<?php __HALT_COMPILER(); ?>'), 'unsafe'),
    rejected('archive-behind-end.avif', join(avif, box('free', zip())), 'unsafe'),
    rejected('rar-behind-end.png', join(png(9, 9), 'Rar!\x1a\x07\x00', Buffer.alloc(50)), 'unsafe'),
  ];
}
