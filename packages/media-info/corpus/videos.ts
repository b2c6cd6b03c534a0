import { be, join } from './bytes.ts';

export const box = (type: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const content = join(...parts);
  return join(be(4, content.length + 8), type, content);
};
/** Units of time a second. */
const SCALE = 3000;
const UPRIGHT = be(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const ROTATED = be(4, 0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000);
/** Playback rate, volume, matrix, and the id of the next track. */
const MOVIE_REST = join(be(4, 0x10000), be(2, 0x100), Buffer.alloc(10), UPRIGHT, Buffer.alloc(24), be(4, 2));

export interface Video {
  readonly brand?: string;
  readonly seconds?: number;
  /** The duration in the header, when it differs. */
  readonly declaredSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly codec?: string;
  readonly isRotated?: boolean;
  readonly is64Bit?: boolean;
  readonly hasEdits?: boolean;
  readonly isExternal?: boolean;
  readonly soundOnly?: boolean;
  readonly chunkAt?: number;
  /** Boxes that replace those of the same type among the tables of samples, or come after them. */
  readonly tables?: readonly Buffer[];
  readonly edits?: number;
  /** More boxes at the end of the index. */
  readonly more?: Uint8Array;
}

function times(type: 'mvhd' | 'mdhd', scale: number, duration: number, is64Bit: boolean): Buffer {
  const rest = type === 'mvhd' ? MOVIE_REST : Buffer.alloc(4);
  return is64Bit
    ? box(type, be(4, 0x01000000), be(8, 0, 0), be(4, scale), be(8, duration), rest)
    : box(type, be(4, 0, 0, 0, scale, duration), rest);
}

/** The table of chunks: the place of the first sample. */
function chunkTable({ is64Bit, chunkAt = 40 }: Video): Buffer {
  return is64Bit ? box('co64', be(4, 0, 1), be(8, chunkAt)) : box('stco', be(4, 0, 1, chunkAt));
}

function trak(video: Video): Buffer {
  const { seconds = 5, width = 640, height = 360, frames = 150, codec = 'avc1', soundOnly = false } = video;
  const entry = soundOnly
    ? box('mp4a', Buffer.alloc(6), be(2, 1), Buffer.alloc(8), be(2, 2, 16, 0, 0), be(4, 44_100 * 65_536))
    : box(codec, Buffer.alloc(6), be(2, 1), Buffer.alloc(16), be(2, width, height), Buffer.alloc(50));
  const sampleTables = [
    box('stsd', be(4, 0, 1), entry),
    box('stts', be(4, 0, 1, frames, frames === 0 ? 0 : (seconds * SCALE) / frames)),
    // The samples are in no chunk, so a decoder finds none.
    box('stsc', be(4, 0, 0)),
    box('stsz', be(4, 0, 100, frames)),
    frames === 0 ? box('stco', be(4, 0, 0)) : chunkTable(video),
  ];
  for (const table of video.tables ?? []) {
    const type = table.toString('latin1', 4, 8);
    const at = sampleTables.findIndex((one) => one.toString('latin1', 4, 8) === type);
    sampleTables.splice(at < 0 ? sampleTables.length : at, at < 0 ? 0 : 1, table);
  }
  const references = box('dinf', box('dref', be(4, 0, 1), box('url ', be(4, video.isExternal ? 0 : 1))));
  const handler = box('hdlr', be(4, 0, 0), soundOnly ? 'soun' : 'vide', Buffer.alloc(13));
  const minf = box('minf', references, box('stbl', ...sampleTables));
  return box(
    'trak',
    box(
      'tkhd',
      be(4, 7, 0, 0, 1, 0, 0),
      Buffer.alloc(16),
      video.isRotated ? ROTATED : UPRIGHT,
      be(2, width, 0, height, 0),
    ),
    ...(video.hasEdits ? [box('edts', box('elst', be(4, 0, 1, 1000, 0, 0x10000)))] : []),
    ...(video.edits ? [box('edts', box('elst', be(4, 0, video.edits), Buffer.alloc(video.edits * 12)))] : []),
    box('mdia', times('mdhd', SCALE, seconds * SCALE, video.is64Bit === true), handler, minf),
  );
}

export const ftyp = (brand = 'isom') => box('ftyp', brand, be(4, 512), brand);
export const moov = (video: Video = {}) =>
  box(
    'moov',
    times('mvhd', 1000, (video.declaredSeconds ?? video.seconds ?? 5) * 1000, video.is64Bit === true),
    trak(video),
    video.more ?? '',
  );
export const mdat = (bytes = 2000) => box('mdat', Buffer.alloc(bytes, 0x42));

export const video = (facts: Video = {}) => join(ftyp(facts.brand), moov(facts), mdat());
export const videoMoovLast = (facts: Video = {}) => join(ftyp(facts.brand), mdat(), moov(facts));

/** A video in fragments of one second each. Its header does not declare a duration. */
export function fragmented(seconds: number, samples = 25): Buffer {
  const head = box(
    'moov',
    times('mvhd', 1000, 0, false),
    trak({ seconds: 0, frames: 0, codec: 'mjpa' }),
    box('mvex', box('trex', be(4, 0, 1, 1, SCALE / 25, 4, 0))),
  );
  const parts = Array.from({ length: seconds }, (_, second) => [
    box(
      'moof',
      box('mfhd', be(4, 0, second + 1)),
      box(
        'traf',
        box('tfhd', be(4, 0x020000, 1)),
        box('tfdt', be(4, 0, second * SCALE)),
        box('trun', be(4, 0, samples)),
      ),
    ),
    mdat(100),
  ]);
  return join(ftyp('iso5'), head, ...parts.flat());
}

const element = (id: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const content = join(...parts);
  return join(Buffer.from(id, 'hex'), be(4, 0x10000000 + content.length), content);
};

export function webm(seconds: number, name = 'webm'): Buffer {
  const length = Buffer.alloc(8);
  length.writeDoubleBE(seconds * 1000);
  const image = element('e0', element('b0', be(2, 640)), element('ba', be(2, 360)));
  const track = element('ae', element('83', be(1, 1)), element('86', 'V_VP9'), element('23e383', be(4, 4e7)), image);
  const info = element('1549a966', element('2ad7b1', be(4, 1_000_000)), element('4489', length));
  const body = [info, element('1654ae6b', track), element('1f43b675', Buffer.alloc(500))];
  return join(element('1a45dfa3', element('4282', name)), element('18538067', ...body));
}
