import { detectType } from './detect-type.ts';
import { type FileFacts, type FileSource, type PlaybackFacts, UnreadableFile } from './file-facts.ts';
import { rejectHiddenContent } from './hidden-content.ts';
import { readBmp } from './images/bmp.ts';
import { readGif } from './images/gif.ts';
import { readHeif } from './images/heif.ts';
import { readJpeg } from './images/jpeg.ts';
import { readPng } from './images/png.ts';
import { readTiff } from './images/tiff.ts';
import { type StoredImage, uprightImage } from './images/upright.ts';
import { readWebp } from './images/webp.ts';
import { createReader, type Reader } from './reader.ts';
import { readMp3 } from './sound/mp3.ts';
import { readOgg } from './sound/ogg.ts';
import { readWav } from './sound/wav.ts';
import { readAvi } from './videos/avi.ts';
import { completeWithFfprobe } from './videos/ffprobe.ts';
import { readMatroska } from './videos/matroska.ts';
import { readMp4 } from './videos/mp4.ts';

const HEAD_BYTES = 64 * 1024;
const PDF_TAIL_BYTES = 2048;

const IMAGE_READERS: Readonly<Record<string, (reader: Reader) => Promise<StoredImage>>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/bmp': readBmp,
  'image/tiff': readTiff,
  'image/heic': readHeif,
  'image/heif': readHeif,
  'image/avif': readHeif,
};

const PLAYBACK_READERS: Readonly<Record<string, (reader: Reader) => Promise<PlaybackFacts>>> = {
  'video/mp4': readMp4,
  'video/quicktime': readMp4,
  'video/3gpp': readMp4,
  'video/3gpp2': readMp4,
  'audio/mp4': readMp4,
  'video/webm': readMatroska,
  'video/x-matroska': readMatroska,
  'video/x-msvideo': readAvi,
  'audio/mpeg': readMp3,
  'audio/wav': readWav,
  'audio/ogg': readOgg,
};

/** Types for containers of videos that hold sound only. */
const SOUND_TYPES: Readonly<Record<string, string>> = {
  'video/webm': 'audio/webm',
  'video/x-matroska': 'audio/x-matroska',
};

export interface InspectOptions {
  /** Runs ffprobe when it is the turn of the caller. At most two processes run at once in any case. */
  readonly schedule?: <T>(probe: () => Promise<T>) => Promise<T>;
}

/**
 * Describes a file by its content, never by its name. Reads headers, indexes and the end, in small pieces; decodes
 * nothing. Throws `UnreadableFile`.
 */
export async function inspect(source: FileSource, options: InspectOptions = {}): Promise<FileFacts> {
  if (source.bytes === 0) throw new UnreadableFile('empty', 'is empty');
  try {
    return await readFacts(createReader(source), source.path, options);
  } catch (error) {
    // A number in the file pointed outside of the piece that was read.
    if (error instanceof RangeError) throw new UnreadableFile('broken', 'has a broken part');
    throw error;
  }
}

async function readFacts(
  reader: Reader,
  path: string | undefined,
  { schedule = (probe) => probe() }: InspectOptions,
): Promise<FileFacts> {
  const { contentType, kind } = await detectType(await reader.upTo(0, HEAD_BYTES));
  const { bytes } = reader;
  const readImage = IMAGE_READERS[contentType];
  if (readImage !== undefined) {
    const image = uprightImage(await readImage(reader));
    await rejectHiddenContent(reader, 'image');
    return { contentType, kind: 'image', bytes, ...image };
  }
  const readPlayback = PLAYBACK_READERS[contentType];
  if (readPlayback === undefined) {
    if (contentType === 'application/pdf') await checkPdfEnd(reader);
    await rejectHiddenContent(reader, kind);
    return { contentType, kind, bytes };
  }
  const facts = await readPlayback(reader);
  await rejectHiddenContent(reader, facts.kind);
  const completed = path === undefined ? facts : await schedule(() => completeWithFfprobe(path, facts));
  return { contentType: playbackType(contentType, completed.kind), bytes, ...completed };
}

/** Corrects the type of a container by what it holds. */
function playbackType(contentType: string, kind: 'video' | 'audio'): string {
  if (contentType.startsWith(`${kind}/`)) return contentType;
  if (kind === 'audio') return SOUND_TYPES[contentType] ?? 'audio/mp4';
  return contentType === 'audio/mp4' ? 'video/mp4' : contentType;
}

async function checkPdfEnd(reader: Reader): Promise<void> {
  const tail = await reader.upTo(Math.max(0, reader.bytes - PDF_TAIL_BYTES), PDF_TAIL_BYTES);
  if (!tail.includes('%%EOF')) throw new UnreadableFile('truncated', 'is a PDF without its end');
}
