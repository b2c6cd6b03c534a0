import { type Box, boxesIn } from '../boxes.ts';
import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';
import { readDuration } from './duration.ts';
import { type Fragmented, fragmentFacts } from './fragments.ts';
import type { MovieFacts } from './movie-facts.ts';
import { readTrack, type Track } from './track.ts';

/** Indexes of the longest videos that a platform takes have some 50 MB. */
const MOOV_BYTES_MAX = 128 * 1024 * 1024;
const TRACKS_MAX = 64;
const USER_DATA_BYTES_MAX = 64 * 1024;
const PLACE = /\xa9xyz|loci|com\.apple\.quicktime\.location/;

/**
 * MP4 and MOV by their boxes: only heads are read, never the tables of samples. Top-level boxes are walked to the end,
 * which finds a moov wherever it is and a file that was cut off.
 */
export async function mp4Facts(reader: Reader): Promise<MovieFacts> {
  const { moov, fragments } = await topBoxes(reader);
  if (moov === undefined)
    throw new UnreadableFile('truncated', 'has no index (moov): its recording or upload was broken off');
  if (moov.end - moov.start > MOOV_BYTES_MAX)
    throw new UnreadableFile('too_large', `has an index (moov) of more than ${MOOV_BYTES_MAX / 2 ** 20} MB`);

  const { said, hasMetadata, extended, tracks } = await movieParts(reader, moov);
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  if (video === undefined && audio === undefined)
    throw new UnreadableFile('broken', 'has neither pictures nor sound in it');
  const inFragments: Fragmented =
    extended === undefined ? { seconds: 0 } : await fragmentFacts(reader, { extended, fragments, tracks });
  // A head that says too little would slip past limits of length; only an edit list may show less than there is.
  const played = tracks.filter(({ isEdited }) => !isEdited || said === 0);
  const seconds = Math.max(said, inFragments.seconds, ...played.map((track) => track.seconds));
  if (seconds <= 0) throw new UnreadableFile('broken', 'does not say how long it is');
  const fps =
    video !== undefined && video.samples > 1 && video.seconds > 0 ? video.samples / video.seconds : inFragments.fps;
  return {
    kind: video === undefined ? 'audio' : 'video',
    seconds,
    hasMetadata,
    ...(video !== undefined && { width: video.width, height: video.height, videoCodec: video.codec }),
    ...(video !== undefined && fps !== undefined && { fps }),
    ...(audio !== undefined && { audioCodec: audio.codec }),
  };
}

async function topBoxes(reader: Reader) {
  let moov: Box | undefined;
  const fragments: Box[] = [];
  try {
    for await (const box of boxesIn(reader, 0, reader.bytes)) {
      if (box.type === 'moov') moov ??= box;
      else if (box.type === 'moof') fragments.push(box);
    }
  } catch (error) {
    // Nothing can be had from more of the file when its index would have come behind.
    if (error instanceof UnreadableFile && error.fault === 'truncated' && moov === undefined)
      throw new UnreadableFile('truncated', `${error.message}, and has no index (moov)`);
    throw error;
  }
  return { moov, fragments };
}

async function movieParts(reader: Reader, moov: Box) {
  let said = 0;
  let hasMetadata = false;
  let extended: Box | undefined;
  const tracks: Track[] = [];
  for await (const box of boxesIn(reader, moov.body, moov.end)) {
    if (box.type === 'mvhd') said = (await readDuration(reader, box)).seconds;
    else if (box.type === 'udta' || box.type === 'meta') hasMetadata ||= await tellsPlace(reader, box);
    else if (box.type === 'mvex') extended = box;
    else if (box.type === 'cmov') throw new UnreadableFile('type', 'has a compressed index, which no platform reads');
    else if (box.type === 'trak') {
      if (tracks.length === TRACKS_MAX) throw new UnreadableFile('broken', `has more than ${TRACKS_MAX} tracks`);
      tracks.push(await readTrack(reader, box));
    }
  }
  return { said, hasMetadata, extended, tracks };
}

/** Phones write where a film was taken; the name of a program is nothing that anybody minds. */
async function tellsPlace(reader: Reader, { body, end }: Box): Promise<boolean> {
  const text = (await reader.some(body, Math.min(end - body, USER_DATA_BYTES_MAX))).toString('latin1');
  return PLACE.test(text);
}
