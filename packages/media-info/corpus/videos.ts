import { be, join } from './bytes.ts';

export const box = (type: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const content = join(...parts);
  return join(be(4, content.length + 8), type, content);
};
/** Of a second. */
const SCALE = 3000;
const UPRIGHT = be(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const TURNED = be(4, 0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000);
/** Speed, loudness, how all of it is turned, and the number of the next track. */
const MOVIE_REST = join(be(4, 0x10000), be(2, 0x100), Buffer.alloc(10), UPRIGHT, Buffer.alloc(24), be(4, 2));

export interface Film {
  readonly brand?: string;
  readonly seconds?: number;
  /** What the head says, when that is something else. */
  readonly saidSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  readonly codec?: string;
  readonly isTurned?: boolean;
  readonly isWide?: boolean;
  readonly isEdited?: boolean;
  readonly isElsewhere?: boolean;
  readonly soundOnly?: boolean;
  readonly chunkAt?: number;
  readonly more?: Uint8Array;
}

function times(type: 'mvhd' | 'mdhd', scale: number, duration: number, wide: boolean): Buffer {
  const rest = type === 'mvhd' ? MOVIE_REST : Buffer.alloc(4);
  return wide
    ? box(type, be(4, 0x01000000), be(8, 0, 0), be(4, scale), be(8, duration), rest)
    : box(type, be(4, 0, 0, 0, scale, duration), rest);
}

/** Where the samples begin. */
function places({ isWide, chunkAt = 40 }: Film): Buffer {
  return isWide ? box('co64', be(4, 0, 1), be(8, chunkAt)) : box('stco', be(4, 0, 1, chunkAt));
}

function trak(film: Film): Buffer {
  const { seconds = 5, width = 640, height = 360, frames = 150, codec = 'avc1', soundOnly = false } = film;
  const entry = soundOnly
    ? box('mp4a', Buffer.alloc(6), be(2, 1), Buffer.alloc(8), be(2, 2, 16, 0, 0), be(4, 44_100 * 65_536))
    : box(codec, Buffer.alloc(6), be(2, 1), Buffer.alloc(16), be(2, width, height), Buffer.alloc(50));
  const sampleTables = [
    box('stsd', be(4, 0, 1), entry),
    box('stts', be(4, 0, 1, frames, frames === 0 ? 0 : (seconds * SCALE) / frames)),
    // Of no chunks: whoever decodes would find that the samples are none.
    box('stsc', be(4, 0, 0)),
    box('stsz', be(4, 0, 100, frames)),
    frames === 0 ? box('stco', be(4, 0, 0)) : places(film),
  ];
  const place = box('dinf', box('dref', be(4, 0, 1), box('url ', be(4, film.isElsewhere ? 0 : 1))));
  const handler = box('hdlr', be(4, 0, 0), soundOnly ? 'soun' : 'vide', Buffer.alloc(13));
  const minf = box('minf', place, box('stbl', ...sampleTables));
  return box(
    'trak',
    box(
      'tkhd',
      be(4, 7, 0, 0, 1, 0, 0),
      Buffer.alloc(16),
      film.isTurned ? TURNED : UPRIGHT,
      be(2, width, 0, height, 0),
    ),
    ...(film.isEdited ? [box('edts', box('elst', be(4, 0, 1, 1000, 0, 0x10000)))] : []),
    box('mdia', times('mdhd', SCALE, seconds * SCALE, film.isWide === true), handler, minf),
  );
}

export const ftyp = (brand = 'isom') => box('ftyp', brand, be(4, 512), brand);
export const moov = (film: Film = {}) =>
  box(
    'moov',
    times('mvhd', 1000, (film.saidSeconds ?? film.seconds ?? 5) * 1000, film.isWide === true),
    trak(film),
    film.more ?? '',
  );
export const mdat = (bytes = 2000) => box('mdat', Buffer.alloc(bytes, 0x42));

export const film = (facts: Film = {}) => join(ftyp(facts.brand), moov(facts), mdat());
export const filmMoovLast = (facts: Film = {}) => join(ftyp(facts.brand), mdat(), moov(facts));

/** A film in fragments of a second each; without `isLong` its head says nothing of the length. */
export function fragmented(seconds: number): Buffer {
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
      box('traf', box('tfhd', be(4, 0x020000, 1)), box('tfdt', be(4, 0, second * SCALE)), box('trun', be(4, 0, 25))),
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
  const picture = element('e0', element('b0', be(2, 640)), element('ba', be(2, 360)));
  const track = element('ae', element('83', be(1, 1)), element('86', 'V_VP9'), element('23e383', be(4, 4e7)), picture);
  const info = element('1549a966', element('2ad7b1', be(4, 1_000_000)), element('4489', length));
  const body = [info, element('1654ae6b', track), element('1f43b675', Buffer.alloc(500))];
  return join(element('1a45dfa3', element('4282', name)), element('18538067', ...body));
}
