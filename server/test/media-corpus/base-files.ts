import sharp from 'sharp';
import { bmp, gif, mp3, pdf, png, wav } from './bytes.ts';
import { film, webm } from './films.ts';

const EXIF = {
  IFD0: { Make: 'Camera', Copyright: 'Somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
};

/** Sound files of every type, the pictures 60 × 40. */
export async function baseFiles() {
  const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * 37 + (index >> 5) * 11) % 256));
  const picture = () => sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } });
  return {
    jpeg: await picture().jpeg().toBuffer(),
    progressive: await picture().jpeg({ progressive: true }).toBuffer(),
    cmyk: await picture().toColourspace('cmyk').jpeg().toBuffer(),
    upright: await picture().withExif(EXIF).jpeg().toBuffer(),
    turned: await picture().withExif(EXIF).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    png: await picture().png().toBuffer(),
    clear: await picture().ensureAlpha(0.5).png().toBuffer(),
    turnedPng: await picture().withMetadata({ orientation: 8 }).png().toBuffer(),
    webp: await picture().webp().toBuffer(),
    losslessWebp: await picture().webp({ lossless: true }).toBuffer(),
    turnedWebp: await picture().withMetadata({ orientation: 5 }).webp().toBuffer(),
    tiff: await picture().tiff().toBuffer(),
    tiles: await picture().tiff({ tile: true, compression: 'lzw' }).toBuffer(),
    avif: await picture().avif({ effort: 0 }).toBuffer(),
    bmp: bmp(60, 40),
    gif: await picture().gif().toBuffer(),
    animated: gif(12),
    grey: png(60, 40),
    mp4: film(),
    webm: webm(5),
    wav: wav(2),
    mp3: mp3(100),
    pdf: pdf(),
  };
}

export type BaseFiles = Awaited<ReturnType<typeof baseFiles>>;
