import type { Content } from '../calls/content.ts';
import type { MediaFacts } from '../world/world.ts';

const headBytes = 1024 * 1024;

/** Reads type, size and length from the header of a media file; unknown bytes give a `contentType` of null. */
export function mediaFacts(content: Buffer | Content): MediaFacts {
  const bytes = Buffer.isBuffer(content) ? content : headOf(content);
  const found = jpeg(bytes) ?? png(bytes) ?? gif(bytes) ?? webp(bytes) ?? mp4(bytes) ?? mp3(bytes);
  return { contentType: null, width: null, height: null, durationSeconds: null, ...found, sizeBytes: content.length };
}

/** The beginning of a file; of a movie the boxes that tell of it, wherever they lie. */
function headOf(content: Content): Buffer {
  const head = content.read(0, headBytes);
  if (content.length <= headBytes || head.toString('latin1', 4, 8) !== 'ftyp') return head;
  const told: Buffer[] = [];
  for (let at = 0; at + 8 <= content.length; ) {
    const start = content.read(at, 16);
    const short = start.readUInt32BE(0);
    const size = short === 1 && start.length === 16 ? Number(start.readBigUInt64BE(8)) : short;
    if (size < 8) break;
    if (['ftyp', 'moov'].includes(start.toString('latin1', 4, 8))) told.push(content.read(at, size));
    at += size;
  }
  return Buffer.concat(told);
}

type Found = Partial<MediaFacts> | undefined;

function jpeg(bytes: Buffer): Found {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { contentType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return { contentType: 'image/jpeg' };
}

function png(bytes: Buffer): Found {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): Found {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { contentType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): Found {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const contentType = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { contentType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
}

function mp4(bytes: Buffer): Found {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const movie = boxes(bytes).find(({ type }) => type === 'moov');
  const facts = { contentType: bytes.toString('latin1', 8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4' };
  if (!movie) return facts;
  const inside = boxes(movie.content);
  const header = inside.find(({ type }) => type === 'mvhd')?.content;
  const sizes = inside
    .filter(({ type }) => type === 'trak')
    .flatMap(({ content }) => boxes(content).filter(({ type }) => type === 'tkhd'))
    .map(({ content }) => content)
    .filter((track) => track.length >= 8)
    .map((track) => ({ width: track.readUInt16BE(track.length - 8), height: track.readUInt16BE(track.length - 4) }));
  const { width = null, height = null } = sizes.find((size) => size.width > 0) ?? {};
  return { ...facts, width, height, durationSeconds: header ? movieSeconds(header) : null };
}

/** mvhd: version 0 has 32-bit times, version 1 has 64-bit ones. */
function movieSeconds(header: Buffer): number | null {
  if (header.length < 32) return null;
  if (header[0] === 1) return Number(header.readBigUInt64BE(24)) / header.readUInt32BE(20);
  return header.readUInt32BE(16) / header.readUInt32BE(12);
}

function boxes(bytes: Buffer): { type: string; content: Buffer }[] {
  const found: { type: string; content: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return found;
}

function mp3(bytes: Buffer): Found {
  const isTagged = bytes.toString('latin1', 0, 3) === 'ID3';
  const isFrame = bytes.length > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
  return isTagged || isFrame ? { contentType: 'audio/mpeg' } : undefined;
}
