/** What EXIF and TIFF directories tell us. Sizes of strips and tiles are read by `tiff.ts`. */
export interface ExifFacts {
  readonly orientation?: number;
}

const ORIENTATION = 0x0112;

/** Reads the first directory of an EXIF block that begins with its TIFF header; broken EXIF tells nothing. */
export function exifFacts(block: Buffer): ExifFacts {
  const tiff = block.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block;
  const order = tiff.subarray(0, 2).toString('latin1');
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return {};
  const little = order === 'II';
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return {};
  const count = u16(start);
  for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
    if (u16(at) !== ORIENTATION) continue;
    const orientation = u16(at + 8);
    return orientation >= 2 && orientation <= 8 ? { orientation } : {};
  }
  return {};
}
