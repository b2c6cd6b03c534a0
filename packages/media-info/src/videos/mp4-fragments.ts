import { type Box, boxesIn, childrenOf } from '../boxes.ts';
import type { Reader } from '../reader.ts';
import type { Track } from './track.ts';

/** Fragments are looked at from the end until each track has been seen; nobody keeps a track away for longer. */
const FRAGMENTS_MAX = 16;
const RUN_SAMPLES_MAX = 100_000;

export interface Fragmented {
  readonly seconds: number;
  readonly fps?: number;
}

/** The length of a film in fragments: the last fragment of each track says when it begins and how long it is. */
export async function fragmentFacts(
  reader: Reader,
  { extended, fragments, tracks }: { extended: Box; fragments: readonly Box[]; tracks: readonly Track[] },
): Promise<Fragmented> {
  const defaults = await defaultDurations(reader, extended);
  const ends = new Map<number, number>();
  let fps: number | undefined;
  for (const fragment of fragments.slice(-FRAGMENTS_MAX).reverse()) {
    for await (const box of boxesIn(reader, fragment.body, fragment.end)) {
      if (box.type !== 'traf') continue;
      const part = await readPart(reader, box, defaults);
      const track = tracks.find(({ id }) => id === part.track);
      if (track === undefined) continue;
      ends.set(track.id, Math.max(ends.get(track.id) ?? 0, (part.start + part.units) / track.scale));
      if (track.kind === 'video' && part.units > 0) fps ??= (part.samples * track.scale) / part.units;
    }
    if (tracks.every(({ id, kind }) => kind === 'other' || ends.has(id))) break;
  }
  return { seconds: Math.max(0, ...ends.values()), ...(fps !== undefined && { fps }) };
}

async function defaultDurations(reader: Reader, extended: Box): Promise<ReadonlyMap<number, number>> {
  const durations = new Map<number, number>();
  for await (const box of boxesIn(reader, extended.body, extended.end)) {
    if (box.type !== 'trex') continue;
    const head = await reader.at(box.body, 16);
    durations.set(head.readUInt32BE(4), head.readUInt32BE(12));
  }
  return durations;
}

/** One track's part of a fragment, in the track's units. */
async function readPart(reader: Reader, traf: Box, defaults: ReadonlyMap<number, number>) {
  const boxes = await childrenOf(reader, traf);
  const head = boxes.get('tfhd');
  const time = boxes.get('tfdt');
  if (head === undefined) return { track: 0, start: 0, units: 0, samples: 0 };
  const { track, duration } = await partHead(reader, head, defaults);
  const start = time === undefined ? 0 : await partStart(reader, time);
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

async function partHead(reader: Reader, box: Box, defaults: ReadonlyMap<number, number>) {
  const head = await reader.at(box.body, 8);
  const flags = head.readUIntBE(1, 3);
  const track = head.readUInt32BE(4);
  // The offset of the data and the description's number may come before the length of samples.
  const at = box.body + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const duration = flags & 8 ? (await reader.at(at, 4)).readUInt32BE(0) : (defaults.get(track) ?? 0);
  return { track, duration };
}

async function partStart(reader: Reader, box: Box): Promise<number> {
  const [version = 0] = await reader.at(box.body, 1);
  return version === 1
    ? Number((await reader.at(box.body + 4, 8)).readBigUInt64BE(0))
    : (await reader.at(box.body + 4, 4)).readUInt32BE(0);
}

async function readRun(reader: Reader, box: Box, duration: number) {
  const head = await reader.at(box.body, 8);
  const flags = head.readUIntBE(1, 3);
  const samples = head.readUInt32BE(4);
  if (!(flags & 0x100)) return { samples, units: samples * duration };
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const table = await reader.at(
    box.body + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0),
    Math.min(samples, RUN_SAMPLES_MAX) * width,
  );
  let units = 0;
  for (let at = 0; at < table.length; at += width) units += table.readUInt32BE(at);
  return { samples, units };
}
