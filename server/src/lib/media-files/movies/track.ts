import { type Box, childrenOf } from '../boxes.ts';
import { checkSize, UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { audioCodec, videoCodec } from './codecs.ts';
import { readDuration } from './duration.ts';

const KINDS: Readonly<Record<string, 'video' | 'audio'>> = { vide: 'video', soun: 'audio' };
const MP3_OBJECTS = new Set([0x69, 0x6b]);

export interface Track {
  readonly id: number;
  readonly kind: 'video' | 'audio' | 'other';
  /** As long as its samples are; 0 when they are in fragments. */
  readonly seconds: number;
  readonly scale: number;
  readonly samples: number;
  /** An edit list shows less than all of it. */
  readonly isEdited: boolean;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
}

const needed = (box: Box | undefined): Box => {
  if (box === undefined) throw new UnreadableFile('broken', 'has a track without its description');
  return box;
};

export async function readTrack(reader: Reader, trak: Box): Promise<Track> {
  const parts = await childrenOf(reader, trak);
  const media = await childrenOf(reader, needed(parts.get('mdia')));
  const { scale, seconds } = await readDuration(reader, needed(media.get('mdhd')));
  const handler = (await reader.at(needed(media.get('hdlr')).body + 8, 4)).toString('latin1');
  const kind: Track['kind'] = KINDS[handler] ?? 'other';
  const { id, turned } = await readHeader(reader, needed(parts.get('tkhd')));
  const common = { id, kind, scale, seconds, isEdited: parts.has('edts') };
  if (kind === 'other') return { ...common, samples: 0, codec: '', width: 0, height: 0 };

  const info = await childrenOf(reader, needed(media.get('minf')));
  const table = await childrenOf(reader, needed(info.get('stbl')));
  await checkData(reader, info.get('dinf'), table.get('stco') ?? table.get('co64'));
  const entry = await firstEntry(reader, needed(table.get('stsd')));
  const samples = await sampleCount(reader, table);
  const code = entry.subarray(4, 8).toString('latin1');
  if (code === 'encv' || code === 'enca' || code === 'drmi' || code === 'drms')
    throw new UnreadableFile('type', 'is encrypted (DRM)');
  if (kind === 'audio')
    return { ...common, samples, codec: code === 'mp4a' ? mp4aCodec(entry) : audioCodec(code), width: 0, height: 0 };

  if (entry.length < 36) throw new UnreadableFile('broken', 'has a track without its description');
  const width = entry.readUInt16BE(32);
  const height = entry.readUInt16BE(34);
  checkSize(width, height);
  const size = turned ? { width: height, height: width } : { width, height };
  return { ...common, samples, codec: videoCodec(code), ...size };
}

/** The number of the track, and whether its picture is turned by a quarter. */
async function readHeader(reader: Reader, box: Box): Promise<{ id: number; turned: boolean }> {
  const [version = 0] = await reader.at(box.body, 1);
  const id = (await reader.at(box.body + (version === 1 ? 20 : 12), 4)).readUInt32BE(0);
  const matrix = await reader.at(box.body + (version === 1 ? 52 : 40), 20);
  return { id, turned: matrix.readInt32BE(0) === 0 && matrix.readInt32BE(4) !== 0 };
}

/** Samples must be in this file, and all of it must be there. */
async function checkData(reader: Reader, references: Box | undefined, chunks: Box | undefined): Promise<void> {
  const list = references && (await childrenOf(reader, references)).get('dref');
  if (list !== undefined) {
    const head = await reader.at(list.body, 20);
    const isInside = ((head[19] ?? 0) & 1) === 1;
    if (head.readUInt32BE(4) > 0 && !isInside)
      throw new UnreadableFile('foreign', 'points to other files for its pictures and sound');
  }
  if (chunks === undefined) return;
  const count = (await reader.at(chunks.body + 4, 4)).readUInt32BE(0);
  const bytes = chunks.type === 'co64' ? 8 : 4;
  if (count === 0) return;
  if (count * bytes > chunks.end - chunks.body - 8)
    throw new UnreadableFile('broken', 'has a broken table of its parts');
  const last = (await reader.at(chunks.body + 8 + (count - 1) * bytes, bytes)).readUIntBE(
    bytes === 8 ? 2 : 0,
    bytes === 8 ? 6 : 4,
  );
  if (last >= reader.bytes) throw new UnreadableFile('truncated', 'ends before its last pictures and sound');
}

async function firstEntry(reader: Reader, box: Box): Promise<Buffer> {
  const head = await reader.at(box.body, 16);
  const size = head.readUInt32BE(8);
  if (head.readUInt32BE(4) === 0 || size < 16 || box.body + 8 + size > box.end)
    throw new UnreadableFile('broken', 'has a track without its description');
  return reader.at(box.body + 8, Math.min(size, 1024));
}

async function sampleCount(reader: Reader, table: ReadonlyMap<string, Box>): Promise<number> {
  const sizes = table.get('stsz') ?? table.get('stz2');
  return sizes === undefined ? 0 : (await reader.at(sizes.body + 8, 4)).readUInt32BE(0);
}

/** `mp4a` is AAC unless the descriptor inside says MP3. */
function mp4aCodec(entry: Buffer): string {
  const start = entry.indexOf('esds', 8, 'latin1');
  if (start < 0) return 'aac';
  const descriptor = entry.subarray(start + 8, start + 40);
  // Tag 4, its length in one to four bytes, then the type of the samples.
  const tag = descriptor.indexOf(0x04, 1);
  let at = tag + 1;
  while (tag > 0 && ((descriptor[at] ?? 0) & 0x80) !== 0) at += 1;
  return tag > 0 && MP3_OBJECTS.has(descriptor[at + 1] ?? 0) ? 'mp3' : 'aac';
}
