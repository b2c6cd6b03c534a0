import { type Box, boxesIn } from '../containers/iso-boxes.ts';
import { type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { readFragments } from './mp4-fragments.ts';
import { assertFew } from './mp4-tables.ts';
import { readDuration, readTrack, type Track } from './mp4-track.ts';

/** Indexes of the longest videos that a platform accepts have some 50 MB. */
const INDEX_BYTES_MAX = 128 * 1024 * 1024;
const TRACKS_MAX = 64;
const USER_DATA_BYTES_MAX = 64 * 1024;
/** Phones write the place where a video was taken into one of these. */
const PLACE = /\xa9xyz|loci|com\.apple\.quicktime\.location/;

/**
 * MP4 and MOV: reads the heads of boxes, never the tables of samples. Visits every top-level box, which finds the index
 * (moov) anywhere and a truncated file.
 */
export async function readMp4(reader: Reader): Promise<PlaybackFacts> {
  const { index, fragments } = await topBoxes(reader);
  if (index === undefined)
    throw new UnreadableFile('truncated', 'has no index (moov): its recording or upload was interrupted');
  if (index.end - index.start > INDEX_BYTES_MAX)
    throw new UnreadableFile('too_large', `has an index (moov) of more than ${INDEX_BYTES_MAX / 2 ** 20} MB`);

  const { declaredSeconds, hasMetadata, extension, tracks } = await readIndex(reader, index);
  assertFew(tracks.reduce((sum, { entries }) => sum + entries, 0));
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  if (video === undefined && audio === undefined)
    throw new UnreadableFile('broken', 'has neither images nor sound in it');
  const found = await readFragments(reader, { extension, fragments, tracks });
  const fragmented = extension && found;
  // The longest duration counts, so that a false header evades no limit. Only an edit list may shorten a video.
  const played = tracks.filter(({ hasEdits }) => !hasEdits || declaredSeconds === 0);
  const seconds = Math.max(declaredSeconds, fragmented?.seconds ?? 0, ...played.map((track) => track.seconds));
  if (seconds <= 0) throw new UnreadableFile('broken', 'does not say how long it is');
  const hasSamples = video !== undefined && video.samples > 1 && video.seconds > 0;
  return {
    kind: video === undefined ? 'audio' : 'video',
    seconds,
    hasMetadata,
    width: video?.width,
    height: video?.height,
    videoCodec: video?.codec,
    fps: hasSamples ? video.samples / video.seconds : video && fragmented?.fps,
    audioCodec: audio?.codec,
  };
}

async function topBoxes(reader: Reader) {
  let index: Box | undefined;
  const fragments: Box[] = [];
  try {
    for await (const box of boxesIn(reader, 0, reader.bytes)) {
      if (box.type === 'moov') index ??= box;
      else if (box.type === 'moof') fragments.push(box);
    }
  } catch (error) {
    if (error instanceof UnreadableFile && error.fault === 'truncated' && index === undefined)
      throw new UnreadableFile('truncated', `${error.message}, and has no index (moov)`);
    throw error;
  }
  return { index, fragments };
}

async function readIndex(reader: Reader, index: Box) {
  let declaredSeconds = 0;
  let hasMetadata = false;
  let extension: Box | undefined;
  const tracks: Track[] = [];
  for await (const box of boxesIn(reader, index.body, index.end)) {
    if (box.type === 'mvhd') declaredSeconds = (await readDuration(reader, box)).seconds;
    else if (box.type === 'udta' || box.type === 'meta') hasMetadata ||= await hasPlace(reader, box);
    else if (box.type === 'mvex') extension = box;
    else if (box.type === 'cmov') throw new UnreadableFile('type', 'has a compressed index, which no platform reads');
    else if (box.type === 'trak') {
      if (tracks.length === TRACKS_MAX) throw new UnreadableFile('broken', `has more than ${TRACKS_MAX} tracks`);
      tracks.push(await readTrack(reader, box));
    }
  }
  return { declaredSeconds, hasMetadata, extension, tracks };
}

async function hasPlace(reader: Reader, { body, end }: Box): Promise<boolean> {
  return PLACE.test((await reader.upTo(body, Math.min(end - body, USER_DATA_BYTES_MAX))).toString('latin1'));
}
