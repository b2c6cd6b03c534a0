import { type Box, boxesIn, childrenOf } from '../containers/iso-boxes.ts';
import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { assertFits } from './mp4-tables.ts';
import type { Track } from './mp4-track.ts';

/** Fragments are read from the end until every track has been seen. No writer keeps a track away for longer. */
const FRAGMENTS_MAX = 16;
const RUN_SAMPLES_MAX = 100_000;

interface FragmentedVideo {
  /** `mvex`: the default values of all fragments. */
  readonly extension: Box | undefined;
  /** `moof` */
  readonly fragments: readonly Box[];
  readonly tracks: readonly Track[];
}

/**
 * The length of a fragmented video: the last fragment of each track has its start time and its duration. Rejects fragments
 * with more samples than the file has bytes, among those that are read here and the first ones, which other programs read.
 */
export async function readFragments(reader: Reader, { extension, fragments, tracks }: FragmentedVideo) {
  const defaults = await defaultDurations(reader, extension);
  const ends = new Map<number, number>();
  let fps: number | undefined;
  let samples = 0;
  const read = async (box: Box) => {
    const part = await readTrackFragment(reader, box, defaults);
    samples += part.samples;
    assertFits(reader, samples);
    return part;
  };
  for (const fragment of fragments.slice(0, -FRAGMENTS_MAX).slice(0, FRAGMENTS_MAX))
    for await (const box of boxesIn(reader, fragment.body, fragment.end)) if (box.type === 'traf') await read(box);
  for (const fragment of fragments.slice(-FRAGMENTS_MAX).reverse()) {
    for await (const box of boxesIn(reader, fragment.body, fragment.end)) {
      if (box.type !== 'traf') continue;
      const part = await read(box);
      const track = tracks.find(({ id }) => id === part.track);
      if (track === undefined) continue;
      ends.set(track.id, Math.max(ends.get(track.id) ?? 0, (part.start + part.units) / track.scale));
      if (track.kind === 'video' && part.units > 0) fps ??= (part.samples * track.scale) / part.units;
    }
    if (tracks.every(({ id, kind }) => kind === 'other' || ends.has(id))) break;
  }
  return { seconds: Math.max(0, ...ends.values()), fps };
}

/** The default duration of a sample by the id of its track. */
async function defaultDurations(reader: Reader, extension: Box | undefined): Promise<ReadonlyMap<number, number>> {
  const durations = new Map<number, number>();
  if (extension === undefined) return durations;
  for await (const box of boxesIn(reader, extension.body, extension.end)) {
    if (box.type !== 'trex') continue;
    const head = await reader.exactly(box.body, 16);
    durations.set(head.readUInt32BE(4), head.readUInt32BE(12));
  }
  return durations;
}

/** The part of one track in a fragment. `start` and `units` count in the track's units. */
async function readTrackFragment(reader: Reader, traf: Box, defaults: ReadonlyMap<number, number>) {
  const boxes = await childrenOf(reader, traf);
  const head = boxes.get('tfhd');
  const time = boxes.get('tfdt');
  if (head === undefined) return { track: 0, start: 0, units: 0, samples: 0 };
  const { track, duration } = await readHeader(reader, head, defaults);
  const start = time === undefined ? 0 : await startTime(reader, time);
  let units = 0;
  let samples = 0;
  for await (const box of boxesIn(reader, traf.body, traf.end)) {
    if (box.type !== 'trun') continue;
    const run = await readRun(reader, box, duration);
    units += run.units;
    samples += run.samples;
  }
  return { track, start, units, samples };
}

async function readHeader(reader: Reader, { body }: Box, defaults: ReadonlyMap<number, number>) {
  const head = await reader.exactly(body, 8);
  const flags = head.readUIntBE(1, 3);
  const track = head.readUInt32BE(4);
  // The data offset and the number of the description may come before the default duration.
  const at = body + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  return { track, duration: flags & 8 ? await reader.uint(at, 4) : (defaults.get(track) ?? 0) };
}

async function startTime(reader: Reader, { body }: Box): Promise<number> {
  const version = await reader.uint(body, 1);
  return reader.uint(body + 4, version === 1 ? 8 : 4);
}

/** A run may declare four billion samples in 20 bytes, so samples are never listed one by one. */
async function readRun(reader: Reader, { body, end }: Box, duration: number) {
  const head = await reader.exactly(body, 8);
  const flags = head.readUIntBE(1, 3);
  const samples = head.readUInt32BE(4);
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const at = body + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  if (at + samples * width > end) throw new UnreadableFile('broken', 'has a broken table of its parts');
  if (!(flags & 0x100)) return { samples, units: samples * duration };
  const table = await reader.exactly(at, Math.min(samples, RUN_SAMPLES_MAX) * width);
  let units = 0;
  for (let entry = 0; entry < table.length; entry += width) units += table.readUInt32BE(entry);
  return { samples, units };
}
