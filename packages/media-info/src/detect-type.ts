import { type FileKind, UnreadableFile } from './file-facts.ts';

/** Accepted types: file-type's names, and ours, which are those of the platforms' data sheets. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/bmp': 'image/bmp',
  'image/tiff': 'image/tiff',
  'image/heic': 'image/heic',
  'image/heif': 'image/heif',
  'image/avif': 'image/avif',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/3gpp': 'video/3gpp',
  'video/3gpp2': 'video/3gpp2',
  'video/webm': 'video/webm',
  'video/x-matroska': 'video/x-matroska',
  'video/matroska': 'video/x-matroska',
  'video/vnd.avi': 'video/x-msvideo',
  'audio/mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/mp4': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/amr': 'audio/amr',
  'application/pdf': 'application/pdf',
};

/** Several comments may stand between the first `<!--` and the last `-->`. */
const HTML =
  /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body|script|iframe|div|p|a|img|h1|table|style)\b/i;
const SVG = /<svg[\s>]|<!doctype svg/i;
/** Boxes that old QuickTime videos begin with. */
const QUICKTIME_STARTS = ['moov', 'mdat', 'wide', 'pnot'];

/** The type by the first bytes. `head` is at least 4 KB or the whole file. Throws `UnreadableFile`. */
export async function detectType(head: Buffer): Promise<{ contentType: string; kind: FileKind }> {
  // Without NULs, so that pages in UTF-16 match.
  const text = head
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
  if (HTML.test(text)) throw new UnreadableFile('type', 'is a web page (HTML)');
  if (/^\s*</.test(text) && SVG.test(text))
    throw new UnreadableFile('type', 'is an SVG drawing, which no platform accepts');

  const found = (await byFileType(head)) ?? byFirstBytes(head);
  const contentType = found === undefined ? undefined : ACCEPTED[found];
  if (contentType === undefined)
    throw new UnreadableFile(
      'type',
      found === undefined ? 'is of an unknown type' : `is ${found}, which cannot be published`,
    );
  const [kind] = contentType.split('/');
  return { contentType, kind: kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file' };
}

async function byFileType(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // It wanted to read behind the end of the head.
    return undefined;
  }
}

/** Types that file-type misses: truncated PNGs, TIFFs whose directory is behind the head, and old QuickTime videos. */
function byFirstBytes(head: Buffer): string | undefined {
  const start = head.subarray(0, 4).toString('latin1');
  if (start === '\x89PNG') return 'image/png';
  if (start === 'II*\0' || start === 'MM\0*') return 'image/tiff';
  return QUICKTIME_STARTS.includes(head.subarray(4, 8).toString('latin1')) ? 'video/quicktime' : undefined;
}
