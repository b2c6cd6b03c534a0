import type { BaseFiles } from './base-files.ts';
import { join, latin1, zip } from './bytes.ts';
import { type CorpusFile, refused, taken } from './verdict.ts';

const PAGE = '<!DOCTYPE html><html><script>alert(document.cookie)</script></html>';
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>';

/** What is no picture and no film, whatever it is called, and what is called wrongly. */
export function oddFiles(bases: BaseFiles): CorpusFile[] {
  return [
    refused('empty.jpg', Buffer.alloc(0), 'empty'),
    refused('a-byte.jpg', Buffer.alloc(1, 0xff), 'type'),
    refused('zeros.png', Buffer.alloc(5000), 'type'),
    refused('page.jpg', latin1(PAGE), 'type'),
    refused('page-behind-space.jpg', latin1(` \n\t<!-- a --> <html>${PAGE}`), 'type'),
    refused('page-with-mark.gif', join('\xef\xbb\xbf', PAGE), 'type'),
    refused('page-in-utf-16.jpg', join('\xff\xfe', Buffer.from(PAGE, 'utf16le')), 'type'),
    refused('script-only.png', latin1('<script src=//example.com></script>'), 'type'),
    refused('drawing.jpg', latin1(DRAWING), 'type'),
    refused('drawing.svg', latin1(`<?xml version="1.0"?>\n<!-- a drawing -->${DRAWING}`), 'type'),
    refused(
      'entities.svg',
      latin1('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
      'type',
    ),
    refused('list.m3u8', latin1('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'), 'type'),
    refused('list.ffconcat', latin1("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'type'),
    refused(
      'magick.jpg',
      latin1('push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "|id"\npop graphic-context'),
      'type',
    ),
    refused('postscript.jpg', latin1('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run\n'), 'type'),
    refused('archive.jpg', zip(), 'type'),
    refused('program.png', join('\x7fELF\x02\x01\x01', Buffer.alloc(300)), 'type'),
    refused('program.jpg', join('MZ\x90\x00', Buffer.alloc(300)), 'type'),
    refused('text.mp4', latin1('hello '.repeat(100)), 'type'),
    refused('object.gif', latin1('{"a": 1}'), 'type'),
    taken('really-a.png', bases.jpeg, { contentType: 'image/jpeg' }),
    taken('really-a.html', bases.png, { contentType: 'image/png' }),
    taken('really-a.jpg', bases.mp4, { contentType: 'video/mp4', kind: 'video' }),
    taken('really-a-film.exe', bases.webm, { contentType: 'video/webm', kind: 'video' }),
    taken('no-extension', bases.gif, { contentType: 'image/gif' }),
  ];
}
