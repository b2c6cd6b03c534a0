import { checkSize, UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { matroskaCodec } from './codecs.ts';
import type { MovieFacts } from './movie-facts.ts';

const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  scale: 0x2ad7b1,
  duration: 0x4489,
  track: 0xae,
  type: 0x83,
  codec: 0x86,
  frameTime: 0x23e383,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
};
const ELEMENTS_MAX = 2000;
const NAME_BYTES_MAX = 64;

interface Element {
  readonly id: number;
  readonly body: number;
  readonly end: number;
}

/** WebM and Matroska: the heads before the first cluster. A recording of a browser does not say how long it is. */
export async function matroskaFacts(reader: Reader): Promise<MovieFacts> {
  let info: Element | undefined;
  let tracks: Element | undefined;
  for await (const top of elementsIn(reader, 0, reader.bytes)) {
    if (top.id !== ID.segment) continue;
    for await (const element of elementsIn(reader, top.body, top.end)) {
      if (element.id === ID.info) info ??= element;
      else if (element.id === ID.tracks) tracks ??= element;
      else if (element.id === ID.cluster) break;
    }
    break;
  }
  if (tracks === undefined) throw new UnreadableFile('broken', 'does not say what is in it');
  const read = await readTracks(reader, tracks);
  if (read.videoCodec === undefined && read.audioCodec === undefined)
    throw new UnreadableFile('broken', 'has neither pictures nor sound in it');
  const seconds = info === undefined ? 0 : await readSeconds(reader, info);
  return {
    kind: read.videoCodec === undefined ? 'audio' : 'video',
    ...read,
    ...(seconds > 0 && { seconds }),
  };
}

async function readSeconds(reader: Reader, info: Element): Promise<number> {
  let scale = 1_000_000;
  let duration = 0;
  for await (const element of elementsIn(reader, info.body, info.end)) {
    const bytes = element.end - element.body;
    if (element.id === ID.scale) scale = await number(reader, element);
    else if (element.id === ID.duration && (bytes === 4 || bytes === 8)) {
      const value = await reader.at(element.body, bytes);
      duration = bytes === 4 ? value.readFloatBE(0) : value.readDoubleBE(0);
    }
  }
  const seconds = (duration * scale) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

async function readTracks(reader: Reader, tracks: Element) {
  const found: { width?: number; height?: number; fps?: number; videoCodec?: string; audioCodec?: string } = {};
  for await (const entry of elementsIn(reader, tracks.body, tracks.end)) {
    if (entry.id !== ID.track) continue;
    const { type, codec, fps, width, height } = await readTrack(reader, entry);
    if (type === 1 && found.videoCodec === undefined) {
      checkSize(width, height);
      Object.assign(found, { width, height, videoCodec: codec, ...(fps !== undefined && { fps }) });
    } else if (type === 2) found.audioCodec ??= codec;
  }
  return found;
}

async function readTrack(reader: Reader, entry: Element) {
  const track: { type: number; codec: string; fps?: number; width: number; height: number } = {
    type: 0,
    codec: 'unknown',
    width: 0,
    height: 0,
  };
  for await (const element of elementsIn(reader, entry.body, entry.end)) {
    if (element.id === ID.type) track.type = await number(reader, element);
    else if (element.id === ID.codec) {
      const name = await reader.at(element.body, Math.min(element.end - element.body, NAME_BYTES_MAX));
      track.codec = matroskaCodec(name.toString('latin1'));
    } else if (element.id === ID.frameTime) {
      const nanoseconds = await number(reader, element);
      if (nanoseconds > 0) track.fps = 1e9 / nanoseconds;
    } else if (element.id === ID.video)
      for await (const size of elementsIn(reader, element.body, element.end)) {
        if (size.id === ID.width) track.width = await number(reader, size);
        else if (size.id === ID.height) track.height = await number(reader, size);
      }
  }
  return track;
}

async function number(reader: Reader, { body, end }: Element): Promise<number> {
  if (end - body < 1 || end - body > 8) throw new UnreadableFile('broken', 'has a broken part in its head');
  return (await reader.at(body, end - body)).reduce((sum, byte) => sum * 256 + byte, 0);
}

async function* elementsIn(reader: Reader, start: number, end: number): AsyncGenerator<Element> {
  let count = 0;
  for (let at = start; at < end; ) {
    count += 1;
    if (count > ELEMENTS_MAX) throw new UnreadableFile('too_large', 'has too many parts in its head');
    const head = await reader.some(at, 12);
    const idBytes = Math.clz32(head[0] ?? 0) - 23;
    const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes)
      throw new UnreadableFile('broken', 'has a broken part in its head');
    const id = head.readUIntBE(0, idBytes);
    const digits = head.subarray(idBytes, idBytes + sizeBytes);
    const first = (digits[0] ?? 0) & (0xff >> sizeBytes);
    const size = digits.subarray(1).reduce((sum, byte) => sum * 256 + byte, first);
    // All ones: as long as there is something.
    const isOpen = size >= 2 ** (7 * sizeBytes) - 1;
    const body = at + idBytes + sizeBytes;
    if (!isOpen && body + size > end) throw new UnreadableFile('truncated', 'ends before what it says is in it');
    const next = isOpen ? end : body + size;
    yield { id, body, end: next };
    at = next;
  }
}
