const ORIENTATION = 0x0112;

/** The orientation, 2 to 8, from an EXIF block. Undefined when the image is upright or its EXIF is broken. */
export function exifOrientation(block: Buffer): number | undefined {
  const tiff = block.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block;
  const order = tiff.subarray(0, 2).toString('latin1');
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return undefined;
  const isLittle = order === 'II';
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const end = Math.min(start + 2 + u16(start) * 12, tiff.length);
  for (let at = start + 2; at + 12 <= end; at += 12) {
    if (u16(at) !== ORIENTATION) continue;
    const orientation = u16(at + 8);
    return orientation >= 2 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}
