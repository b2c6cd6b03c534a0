import type { BaseFiles } from './base-files.ts';
import { join, latin1, zip } from './bytes.ts';
import { accepted, type CorpusFile, rejected } from './corpus-file.ts';

const PAGE = '<!DOCTYPE html><html><script>alert(document.cookie)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';

/** Files that are neither images nor videos despite their names, and files with the name of another type. */
export function disguisedFiles(bases: BaseFiles): CorpusFile[] {
  return [
    rejected('empty.jpg', Buffer.alloc(0), 'empty'),
    rejected('one-byte.jpg', Buffer.alloc(1, 0xff), 'type'),
    rejected('zeros.png', Buffer.alloc(5000), 'type'),
    rejected('page.jpg', latin1(PAGE), 'type'),
    rejected('page-after-space.jpg', latin1(` \n\t<!-- a --> <html>${PAGE}`), 'type'),
    rejected('page-after-comments.jpg', latin1(`<!-- a --><!-- > -->\n<!-->-->${PAGE}`), 'type'),
    rejected('many-comments.jpg', latin1(`${'<!---->'.repeat(500)}x`), 'type'),
    rejected('page-with-byte-order-mark.gif', join('\xef\xbb\xbf', PAGE), 'type'),
    rejected('page-in-utf-16.jpg', join('\xff\xfe', Buffer.from(PAGE, 'utf16le')), 'type'),
    rejected('script-only.png', latin1('<script src=//example.com></script>'), 'type'),
    rejected('svg.jpg', latin1(SVG), 'type'),
    rejected('drawing.svg', latin1(`<?xml version="1.0"?>\n<!-- a drawing -->${SVG}`), 'type'),
    rejected(
      'svg-with-external-entity.svg',
      latin1('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
      'type',
    ),
    rejected('playlist-of-local-file.m3u8', latin1('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'), 'type'),
    rejected('playlist-of-local-file.ffconcat', latin1("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'type'),
    rejected(
      'imagemagick-commands.jpg',
      latin1('push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "|id"\npop graphic-context'),
      'type',
    ),
    rejected('postscript.jpg', latin1('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run\n'), 'type'),
    rejected('archive.jpg', zip(), 'type'),
    rejected('linux-program.png', join('\x7fELF\x02\x01\x01', Buffer.alloc(300)), 'type'),
    rejected('windows-program.jpg', join('MZ\x90\x00', Buffer.alloc(300)), 'type'),
    rejected('text.mp4', latin1('hello '.repeat(100)), 'type'),
    rejected('json.gif', latin1('{"a": 1}'), 'type'),
    accepted('jpeg-named-png.png', bases.jpeg, { contentType: 'image/jpeg' }),
    accepted('png-named-html.html', bases.png, { contentType: 'image/png' }),
    accepted('mp4-named-jpg.jpg', bases.mp4, { contentType: 'video/mp4', kind: 'video' }),
    accepted('webm-named-exe.exe', bases.webm, { contentType: 'video/webm', kind: 'video' }),
    accepted('gif-without-extension', bases.gif, { contentType: 'image/gif' }),
  ];
}
