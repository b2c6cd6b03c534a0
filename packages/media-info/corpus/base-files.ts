import sharp from 'sharp';
import { bmp, gif, mp3, pdf, png, wav } from './bytes.ts';
import { video, webm } from './videos.ts';

const EXIF = {
  IFD0: { Make: 'Camera', Copyright: 'Photographer' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
};

/** A valid file of every type. Images are 60 × 40. */
export async function baseFiles() {
  const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * 37 + (index >> 5) * 11) % 256));
  const image = () => sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } });
  return {
    jpeg: await image().jpeg().toBuffer(),
    progressive: await image().jpeg({ progressive: true }).toBuffer(),
    cmyk: await image().toColourspace('cmyk').jpeg().toBuffer(),
    withExif: await image().withExif(EXIF).jpeg().toBuffer(),
    rotated: await image().withExif(EXIF).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    png: await image().png().toBuffer(),
    transparent: await image().ensureAlpha(0.5).png().toBuffer(),
    rotatedPng: await image().withMetadata({ orientation: 8 }).png().toBuffer(),
    webp: await image().webp().toBuffer(),
    losslessWebp: await image().webp({ lossless: true }).toBuffer(),
    rotatedWebp: await image().withMetadata({ orientation: 5 }).webp().toBuffer(),
    tiff: await image().tiff().toBuffer(),
    tiledTiff: await image().tiff({ tile: true, compression: 'lzw' }).toBuffer(),
    avif: await image().avif({ effort: 0 }).toBuffer(),
    bmp: bmp(60, 40),
    gif: await image().gif().toBuffer(),
    animated: gif(12),
    grey: png(60, 40),
    mp4: video(),
    webm: webm(5),
    wav: wav(2),
    mp3: mp3(100),
    pdf: pdf(),
  };
}

export type BaseFiles = Awaited<ReturnType<typeof baseFiles>>;
