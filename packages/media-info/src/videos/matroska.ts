import { checkSize, type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { codecName } from './codec-name.ts';

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
const CODEC_BYTES_MAX = 64;

interface Element {
  readonly id: number;
  readonly body: number;
  readonly end: number;
}

interface Track {
  type: number;
  codec: string;
  fps?: number;
  width: number;
  height: number;
}

/** WebM and Matroska: reads the headers before the first cluster. Recordings of browsers do not declare a duration. */
export async function readMatroska(reader: Reader): Promise<PlaybackFacts> {
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
  if (tracks === undefined) throw new UnreadableFile('broken', 'does not describe its content');
  const { video, audio } = await readTracks(reader, tracks);
  if (video === undefined && audio === undefined)
    throw new UnreadableFile('broken', 'has neither images nor sound in it');
  return {
    kind: video === undefined ? 'audio' : 'video',
    width: video?.width,
    height: video?.height,
    fps: video?.fps,
    videoCodec: video?.codec,
    audioCodec: audio?.codec,
    seconds: info && (await readSeconds(reader, info)),
  };
}

async function readSeconds(reader: Reader, info: Element): Promise<number | undefined> {
  let scale = 1_000_000;
  let duration = 0;
  for await (const element of elementsIn(reader, info.body, info.end)) {
    const bytes = element.end - element.body;
    if (element.id === ID.scale) scale = await uint(reader, element);
    else if (element.id === ID.duration && (bytes === 4 || bytes === 8)) {
      const value = await reader.exactly(element.body, bytes);
      duration = bytes === 4 ? value.readFloatBE(0) : value.readDoubleBE(0);
    }
  }
  const seconds = (duration * scale) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

async function readTracks(reader: Reader, tracks: Element) {
  let video: Track | undefined;
  let audio: Track | undefined;
  for await (const entry of elementsIn(reader, tracks.body, tracks.end)) {
    if (entry.id !== ID.track) continue;
    const track = await readTrack(reader, entry);
    if (track.type === 1 && video === undefined) {
      checkSize(track.width, track.height);
      video = track;
    } else if (track.type === 2) audio ??= track;
  }
  return { video, audio };
}

async function readTrack(reader: Reader, entry: Element): Promise<Track> {
  const track: Track = { type: 0, codec: 'unknown', width: 0, height: 0 };
  for await (const element of elementsIn(reader, entry.body, entry.end)) {
    if (element.id === ID.type) track.type = await uint(reader, element);
    else if (element.id === ID.codec) {
      const code = await reader.exactly(element.body, Math.min(element.end - element.body, CODEC_BYTES_MAX));
      track.codec = codecName(code.toString('latin1'));
    } else if (element.id === ID.frameTime) {
      const nanoseconds = await uint(reader, element);
      if (nanoseconds > 0) track.fps = 1e9 / nanoseconds;
    } else if (element.id === ID.video)
      for await (const size of elementsIn(reader, element.body, element.end)) {
        if (size.id === ID.width) track.width = await uint(reader, size);
        else if (size.id === ID.height) track.height = await uint(reader, size);
      }
  }
  return track;
}

async function uint(reader: Reader, { body, end }: Element): Promise<number> {
  if (end - body < 1 || end - body > 8) throw new UnreadableFile('broken', 'has a broken part in its header');
  return reader.uint(body, end - body);
}

/** The EBML elements from `start` to `end`. */
async function* elementsIn(reader: Reader, start: number, end: number): AsyncGenerator<Element> {
  let count = 0;
  for (let at = start; at < end; ) {
    count += 1;
    if (count > ELEMENTS_MAX) throw new UnreadableFile('too_large', 'has too many parts in its header');
    const head = await reader.upTo(at, 12);
    const idBytes = Math.clz32(head[0] ?? 0) - 23;
    const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes)
      throw new UnreadableFile('broken', 'has a broken part in its header');
    const id = head.readUIntBE(0, idBytes);
    const digits = head.subarray(idBytes, idBytes + sizeBytes);
    const first = (digits[0] ?? 0) & (0xff >> sizeBytes);
    const size = digits.subarray(1).reduce((sum, byte) => sum * 256 + byte, first);
    // All ones mean an unknown size: the element reaches to the end of its parent.
    const isOpen = size >= 2 ** (7 * sizeBytes) - 1;
    const body = at + idBytes + sizeBytes;
    if (!isOpen && body + size > end) throw new UnreadableFile('truncated', 'ends before its declared end');
    const next = isOpen ? end : body + size;
    yield { id, body, end: next };
    at = next;
  }
}
