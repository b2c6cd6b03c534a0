/** Colour of a point; x and y run from 0 to 1. */
export type Picture = (x: number, y: number) => readonly [number, number, number];

/**
 * A baseline JPEG whose 8x8 blocks have one colour each: only DC coefficients, so two small Huffman tables do.
 * With a DC quantiser of 8 the coefficient is the sample value itself (minus 128).
 */
export function gradientJpeg(width: number, height: number, picture: Picture): Buffer {
  const bits = new BitWriter();
  const previous = [0, 0, 0];
  for (let y = 0; y < height; y += 8)
    for (let x = 0; x < width; x += 8)
      toYcc(picture((x + 4) / width, (y + 4) / height)).forEach((value, component) => {
        writeDifference(bits, value - (previous[component] ?? 0));
        previous[component] = value;
        bits.write(0, 1);
      });
  return Buffer.concat([headers(width, height), bits.finish(), Buffer.from([0xff, 0xd9])]);
}

function toYcc([r, g, b]: readonly [number, number, number]): number[] {
  return [
    0.299 * r + 0.587 * g + 0.114 * b - 128,
    -0.1687 * r - 0.3313 * g + 0.5 * b,
    0.5 * r - 0.4187 * g - 0.0813 * b,
  ].map((value) => Math.max(-128, Math.min(127, Math.round(value))));
}

/** Categories 0–8 have 4-bit codes equal to the category; then the difference itself, negative ones in ones' complement. */
function writeDifference(bits: BitWriter, difference: number): void {
  const category = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
  bits.write(category, 4);
  if (category > 0) bits.write(difference > 0 ? difference : difference + (1 << category) - 1, category);
}

function headers(width: number, height: number): Buffer {
  const quantisers = [8, ...new Array<number>(63).fill(1)];
  const dcCodes = [0, 0, 0, 9, ...new Array<number>(12).fill(0)];
  const endOfBlockCode = [1, ...new Array<number>(15).fill(0)];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...quantisers]),
    segment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, [0x00, ...dcCodes, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    segment(0xc4, [0x10, ...endOfBlockCode, 0]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ]);
}

function segment(marker: number, content: number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, count: number): void {
    this.#bits = (this.#bits << count) | value;
    for (this.#count += count; this.#count >= 8; this.#count -= 8) this.#push((this.#bits >> (this.#count - 8)) & 255);
    this.#bits &= (1 << this.#count) - 1;
  }

  /** Fills the last byte with ones. */
  finish(): Buffer {
    if (this.#count > 0) this.write((1 << (8 - this.#count)) - 1, 8 - this.#count);
    return Buffer.from(this.#bytes);
  }

  #push(byte: number): void {
    this.#bytes.push(byte);
    if (byte === 0xff) this.#bytes.push(0);
  }
}
