import { type Box, childrenOf } from '../containers/iso-boxes.ts';
import { checkSize, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { codecName } from './codec-name.ts';
import { checkTables } from './mp4-tables.ts';

const KINDS: Readonly<Record<string, 'video' | 'audio'>> = { vide: 'video', soun: 'audio' };
const ENCRYPTED = ['encv', 'enca', 'drmi', 'drms'];
const MP3_OBJECTS = new Set([0x69, 0x6b]);

export interface Track {
  readonly id: number;
  readonly kind: 'video' | 'audio' | 'other';
  /** Units of time a second. */
  readonly scale: number;
  /** Length of all samples; 0 when they are in fragments. */
  readonly seconds: number;
  readonly samples: number;
  /** The samples of all edits, of which players make an entry each. */
  readonly entries: number;
  /** Whether an edit list may show only a part of the track. */
  readonly hasEdits: boolean;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
}

export async function readTrack(reader: Reader, trak: Box): Promise<Track> {
  const parts = await childrenOf(reader, trak);
  const media = await childrenOf(reader, required(parts.get('mdia')));
  const { scale, seconds } = await readDuration(reader, required(media.get('mdhd')));
  const handler = (await reader.exactly(required(media.get('hdlr')).body + 8, 4)).toString('latin1');
  const kind: Track['kind'] = KINDS[handler] ?? 'other';
  const { id, isSideways } = await readHeader(reader, required(parts.get('tkhd')));
  const track: Track = {
    ...{ id, kind, scale, seconds, hasEdits: parts.has('edts'), entries: await checkTables(reader, trak, kind) },
    ...{ samples: 0, codec: '', width: 0, height: 0 },
  };
  if (kind === 'other') return track;

  const info = await childrenOf(reader, required(media.get('minf')));
  const table = await childrenOf(reader, required(info.get('stbl')));
  await checkReferences(reader, info.get('dinf'));
  await checkChunks(reader, table.get('stco') ?? table.get('co64'));
  const description = await readDescription(reader, required(table.get('stsd')));
  const sizes = table.get('stsz') ?? table.get('stz2');
  const samples = sizes === undefined ? 0 : await reader.uint(sizes.body + 8, 4);
  const code = description.subarray(4, 8).toString('latin1');
  if (ENCRYPTED.includes(code)) throw new UnreadableFile('type', 'is encrypted (DRM)');
  if (kind === 'audio') return { ...track, samples, codec: code === 'mp4a' ? mp4aCodec(description) : codecName(code) };

  if (description.length < 36) throw withoutDescription();
  const width = description.readUInt16BE(32);
  const height = description.readUInt16BE(34);
  checkSize(width, height);
  const size = isSideways ? { width: height, height: width } : { width, height };
  return { ...track, samples, codec: codecName(code), ...size };
}

/** `mvhd` and `mdhd` begin alike: version, two times, units a second, duration. `seconds` is 0 when it is unknown. */
export async function readDuration(reader: Reader, { body }: Box): Promise<{ scale: number; seconds: number }> {
  const isWide = (await reader.uint(body, 1)) === 1;
  const scale = await reader.uint(body + (isWide ? 20 : 12), 4);
  if (scale === 0) throw new UnreadableFile('broken', 'counts its time in units of zero');
  const duration = await reader.uint(body + (isWide ? 24 : 16), isWide ? 8 : 4);
  const isUnknown = duration === (isWide ? 2 ** 64 : 2 ** 32 - 1);
  return { scale, seconds: isUnknown ? 0 : duration / scale };
}

function required(box: Box | undefined): Box {
  if (box === undefined) throw withoutDescription();
  return box;
}

function withoutDescription(): UnreadableFile {
  return new UnreadableFile('broken', 'has a track without its description');
}

/** The id of the track, and whether its images are shown turned by a quarter. */
async function readHeader(reader: Reader, { body }: Box): Promise<{ id: number; isSideways: boolean }> {
  const isWide = (await reader.uint(body, 1)) === 1;
  const id = await reader.uint(body + (isWide ? 20 : 12), 4);
  const matrix = await reader.exactly(body + (isWide ? 52 : 40), 20);
  return { id, isSideways: matrix.readInt32BE(0) === 0 && matrix.readInt32BE(4) !== 0 };
}

/** Rejects a track whose samples are in other files. */
async function checkReferences(reader: Reader, information: Box | undefined): Promise<void> {
  const list = information && (await childrenOf(reader, information)).get('dref');
  if (list === undefined) return;
  const head = await reader.exactly(list.body, 20);
  const isInside = ((head[19] ?? 0) & 1) === 1;
  if (head.readUInt32BE(4) > 0 && !isInside)
    throw new UnreadableFile('unsafe', 'points to other files for its video and sound');
}

/** Rejects a track whose last chunk lies behind the end of the file. */
async function checkChunks(reader: Reader, chunks: Box | undefined): Promise<void> {
  if (chunks === undefined) return;
  const count = await reader.uint(chunks.body + 4, 4);
  const bytes = chunks.type === 'co64' ? 8 : 4;
  if (count === 0) return;
  const last = await reader.uint(chunks.body + 8 + (count - 1) * bytes, bytes);
  if (last >= reader.bytes) throw new UnreadableFile('truncated', 'ends before its last video and sound');
}

/** The beginning of the first sample description. */
async function readDescription(reader: Reader, { body, end }: Box): Promise<Buffer> {
  const head = await reader.exactly(body, 16);
  const size = head.readUInt32BE(8);
  if (head.readUInt32BE(4) === 0 || size < 16 || body + 8 + size > end) throw withoutDescription();
  return reader.exactly(body + 8, Math.min(size, 1024));
}

/** `mp4a` is AAC unless the descriptor inside says MP3. */
function mp4aCodec(description: Buffer): string {
  const start = description.indexOf('esds', 8, 'latin1');
  if (start < 0) return 'aac';
  const descriptor = description.subarray(start + 8, start + 40);
  // Tag 4, its length in one to four bytes, then the type of the samples.
  const tag = descriptor.indexOf(0x04, 1);
  let at = tag + 1;
  while (tag > 0 && ((descriptor[at] ?? 0) & 0x80) !== 0) at += 1;
  return tag > 0 && MP3_OBJECTS.has(descriptor[at + 1] ?? 0) ? 'mp3' : 'aac';
}
