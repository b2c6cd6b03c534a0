/**
 * A five-second MP4, 720x1280, with one H.264 track. Every header is in order (type, size, length, codec); the five
 * samples are empty access units, so a player has nothing to show.
 */
export function shortMp4(): Buffer {
  const [width, height, seconds, samples] = [720, 1280, 5, 5];
  const sample = Buffer.from([0, 0, 0, 2, 0x09, 0xf0]);
  const fileType = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'));
  const movie = (dataAt: number) =>
    box(
      'moov',
      full(
        'mvhd',
        u32(0, 0, 1000, seconds * 1000, 0x00010000),
        u16(0x0100, 0),
        u32(0, 0),
        matrix,
        u32(0, 0, 0, 0, 0, 0, 2),
      ),
      box(
        'trak',
        full('tkhd', 3, u32(0, 0, 1, 0, seconds * 1000, 0, 0), u16(0, 0, 0, 0), matrix, u32(width << 16, height << 16)),
        box(
          'mdia',
          full('mdhd', u32(0, 0, 1000, seconds * 1000), u16(0x55c4, 0)),
          full('hdlr', u32(0), text('vide'), u32(0, 0, 0), text('Video\0')),
          box(
            'minf',
            full('vmhd', 1, u16(0, 0, 0, 0)),
            box('dinf', full('dref', u32(1), full('url ', 1))),
            box(
              'stbl',
              full('stsd', u32(1), avc1(width, height)),
              full('stts', u32(1, samples, (seconds * 1000) / samples)),
              full('stsc', u32(1, 1, samples, 1)),
              full('stsz', u32(sample.length, samples)),
              full('stco', u32(1, dataAt)),
            ),
          ),
        ),
      ),
    );
  const dataAt = fileType.length + movie(0).length + 8;
  return Buffer.concat([fileType, movie(dataAt), box('mdat', ...new Array<Buffer>(samples).fill(sample))]);
}

function avc1(width: number, height: number): Buffer {
  const entry = [u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(width, height), u32(0x00480000, 0x00480000, 0), u16(1)];
  const parameters = sequenceParameters(width, height);
  const picture = Buffer.from([0x68, 0xce, 0x38, 0x80]);
  const config = box(
    'avcC',
    Buffer.from([1, 66, 0xc0, 31, 0xff, 0xe1]),
    u16(parameters.length),
    parameters,
    Buffer.from([1]),
    u16(picture.length),
    picture,
  );
  return box('avc1', ...entry, Buffer.alloc(32), u16(24, 0xffff), config);
}

/** An H.264 sequence parameter set: constrained baseline, level 3.1, whole macroblocks. */
function sequenceParameters(width: number, height: number): Buffer {
  let bits = '';
  const golomb = (value: number) => {
    const code = (value + 1).toString(2);
    bits += '0'.repeat(code.length - 1) + code;
  };
  for (const value of [0, 0, 2, 1]) golomb(value);
  bits += '0';
  for (const value of [width / 16 - 1, height / 16 - 1]) golomb(value);
  bits += '1100' + '1';
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from([0x67, 66, 0xc0, 31, ...bytes.map((byte) => Number.parseInt(byte, 2))]);
}

const matrix = u32(0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000);

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), text(type), body]);
}

/** A box with version 0 and flags. */
function full(type: string, ...content: (Buffer | number)[]): Buffer {
  const flags = content.find((part) => typeof part === 'number') ?? 0;
  return box(type, u32(flags), ...content.filter((part) => typeof part !== 'number'));
}
