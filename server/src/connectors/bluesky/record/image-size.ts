/** Width and height of an image in pixels, so that apps can reserve its place while it loads. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the header of PNG, GIF, WebP and JPEG files; undefined for other and broken files. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = pngSize(file) ?? gifSize(file) ?? webpSize(file) ?? jpegSize(file);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // The file ends too early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngSize(file: Buffer): Size | undefined {
  if (file.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function gifSize(file: Buffer): Size | undefined {
  if (file.toString('latin1', 0, 4) !== 'GIF8') return undefined;
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

/** https://developers.google.com/speed/webp/docs/riff_container: lossy, lossless and extended files. */
function webpSize(file: Buffer): Size | undefined {
  if (file.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Walks the segments up to the start of a frame. Markers C4, C8 and CC are tables. */
function jpegSize(file: Buffer): Size | undefined {
  if (file.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let place = 2; file[place] === 0xff; ) {
    const marker = file.readUInt8(place + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: file.readUInt16BE(place + 7), height: file.readUInt16BE(place + 5) };
    place += marker === 0xff ? 1 : 2 + file.readUInt16BE(place + 2);
  }
  return undefined;
}
