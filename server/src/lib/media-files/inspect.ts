import { detect } from './detect.ts';
import { type FileFacts, type FileSource, UnreadableFile } from './facts.ts';
import { refuseForeign } from './foreign.ts';
import { bmpFacts } from './images/bmp.ts';
import { gifFacts } from './images/gif.ts';
import { heifFacts } from './images/heif.ts';
import { jpegFacts } from './images/jpeg.ts';
import { pngFacts } from './images/png.ts';
import { asShown, type ImageFacts } from './images/shown.ts';
import { tiffFacts } from './images/tiff.ts';
import { webpFacts } from './images/webp.ts';
import { aviFacts } from './movies/avi.ts';
import { matroskaFacts } from './movies/matroska.ts';
import type { MovieFacts } from './movies/movie-facts.ts';
import { mp4Facts } from './movies/mp4.ts';
import { probe } from './movies/probe.ts';
import { mp3Facts, oggFacts, wavFacts } from './movies/sound.ts';
import { type Reader, readerOf } from './reader.ts';

const HEAD_BYTES = 64 * 1024;
const PDF_TAIL_BYTES = 2048;

const IMAGES: Readonly<Record<string, (reader: Reader) => Promise<ImageFacts>>> = {
  'image/jpeg': jpegFacts,
  'image/png': pngFacts,
  'image/gif': gifFacts,
  'image/webp': webpFacts,
  'image/bmp': bmpFacts,
  'image/tiff': tiffFacts,
  'image/heic': heifFacts,
  'image/heif': heifFacts,
  'image/avif': heifFacts,
};

const MOVIES: Readonly<Record<string, (reader: Reader) => Promise<MovieFacts>>> = {
  'video/mp4': mp4Facts,
  'video/quicktime': mp4Facts,
  'video/3gpp': mp4Facts,
  'video/3gpp2': mp4Facts,
  'audio/mp4': mp4Facts,
  'video/webm': matroskaFacts,
  'video/x-matroska': matroskaFacts,
  'video/x-msvideo': aviFacts,
  'audio/mpeg': mp3Facts,
  'audio/wav': wavFacts,
  'audio/ogg': oggFacts,
};

/**
 * What a file is, by its content and never by its name. Reads heads, tables of contents and the end, from anywhere in
 * the file; nothing is decoded, and memory stays small. Throws `UnreadableFile`.
 */
export async function inspect(source: FileSource): Promise<FileFacts> {
  if (source.bytes === 0) throw new UnreadableFile('empty', 'is empty');
  const reader = readerOf(source);
  try {
    return await look(reader, source.path);
  } catch (error) {
    // Numbers that point outside of a part that was read.
    if (error instanceof RangeError) throw new UnreadableFile('broken', 'has a broken part');
    throw error;
  }
}

async function look(reader: Reader, path: string | undefined): Promise<FileFacts> {
  const { contentType, kind } = await detect(await reader.some(0, HEAD_BYTES));
  const { bytes } = reader;
  const readImage = IMAGES[contentType];
  if (readImage !== undefined) {
    const image = asShown(await readImage(reader));
    await refuseForeign(reader, 'image');
    return { contentType, kind: 'image', bytes, ...image };
  }
  const readMovie = MOVIES[contentType];
  if (readMovie === undefined) {
    if (contentType === 'application/pdf') await checkPdf(reader);
    await refuseForeign(reader, kind);
    return { contentType, kind, bytes };
  }
  const read = await readMovie(reader);
  await refuseForeign(reader, read.kind);
  const movie = path === undefined ? read : await probe(path, read);
  return { contentType: typeOf(contentType, movie.kind), bytes, ...movie };
}

/** Containers of films may hold sound only. */
function typeOf(contentType: string, kind: 'video' | 'audio'): string {
  if (contentType === 'audio/mp4' && kind === 'video') return 'video/mp4';
  if (kind === 'video' || contentType.startsWith('audio/')) return contentType;
  return contentType === 'video/webm'
    ? 'audio/webm'
    : contentType === 'video/x-matroska'
      ? 'audio/x-matroska'
      : 'audio/mp4';
}

async function checkPdf(reader: Reader): Promise<void> {
  const tail = await reader.some(Math.max(0, reader.bytes - PDF_TAIL_BYTES), PDF_TAIL_BYTES);
  if (!tail.includes('%%EOF')) throw new UnreadableFile('truncated', 'is a PDF without its end');
}
