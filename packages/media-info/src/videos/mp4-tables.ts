import { type Box, boxesIn } from '../containers/iso-boxes.ts';
import { UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';

/** Tables whose number of entries comes after their version, by the bytes of an entry. */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  stts: 8,
  ctts: 8,
  stsc: 12,
  stco: 4,
  co64: 8,
  stss: 4,
  stps: 4,
};
const EDIT_BYTES_MIN = 12;
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl', 'edts'];
/** Old sound codecs of QuickTime count the samples that they decode to: up to six in a byte. */
const SOUND_SAMPLES_PER_BYTE = 8;
/** A day at 60 frames a second with its sound has half as many. Programs keep each sample of each edit in memory. */
const SAMPLES_MAX = 20_000_000;
/** A piece of sound that programs read at once has at least so many samples. */
const SOUND_SAMPLES_MIN = 160;
/** Sound without compression has a few lengths of chunks. */
const SOUND_RUNS_MAX = 65_536;

/** The sample tables below one box. */
interface Tables {
  /** `stsz` and `stz2` */
  samples: number;
  edits: number;
  chunks: number;
  /** `stts`: every sample has one unit of time. */
  isPlain: boolean | undefined;
  /** `stsc` */
  readonly runs: Box[];
}

/**
 * Rejects tables that are longer than their box, and those that declare more samples than the file can hold: a few bytes
 * can stand for four billion samples, and programs make an entry of each. Returns how many samples the track has.
 */
export async function checkTables(reader: Reader, trak: Box, kind: 'video' | 'audio' | 'other'): Promise<number> {
  const tables: Tables = { samples: 0, edits: 0, chunks: 0, isPlain: undefined, runs: [] };
  await collect(reader, trak, tables);
  const { samples, isPlain } = tables;
  const isPlainSound = kind === 'audio' && isPlain === true;
  const inChunks = isPlainSound ? await chunkSamples(reader, tables) : 0;
  const most = Math.max(samples, inChunks);
  assertFits(reader, isPlainSound ? most / SOUND_SAMPLES_PER_BYTE : samples);
  return (isPlainSound ? most / SOUND_SAMPLES_MIN : samples) * Math.max(1, tables.edits);
}

/** Rejects more samples than the file has bytes. */
export function assertFits(reader: Reader, samples: number): void {
  if (samples > reader.bytes) throw new UnreadableFile('broken', 'says that it has more samples than bytes');
}

/** Rejects a video whose tracks have more samples than any real one. */
export function assertFew(samples: number): void {
  if (samples > SAMPLES_MAX) throw new UnreadableFile('too_large', 'has too many samples to be checked');
}

async function collect(reader: Reader, parent: Box, tables: Tables): Promise<void> {
  for await (const box of boxesIn(reader, parent.body, parent.end)) {
    const entryBytes = ENTRY_BYTES[box.type];
    if (CONTAINERS.includes(box.type)) await collect(reader, box, tables);
    else if (box.type === 'elst') tables.edits += await editCount(reader, box);
    else if (box.type === 'stsz' || box.type === 'stz2') tables.samples += await sampleCount(reader, box);
    else if (entryBytes !== undefined) {
      const count = await reader.uint(box.body + 4, 4);
      assertInside(box, 8 + count * entryBytes);
      if (box.type === 'stco' || box.type === 'co64') tables.chunks += count;
      else if (box.type === 'stsc') tables.runs.push(box);
      else if (box.type === 'stts')
        tables.isPlain = tables.isPlain !== false && count === 1 && (await reader.uint(box.body + 12, 4)) === 1;
    }
  }
}

/** Some writers declare more edits than there are, which programs ignore. */
async function editCount(reader: Reader, { body, end }: Box): Promise<number> {
  return Math.min(await reader.uint(body + 4, 4), Math.floor((end - body - 8) / EDIT_BYTES_MIN));
}

async function sampleCount(reader: Reader, box: Box): Promise<number> {
  const head = await reader.exactly(box.body, 12);
  const count = head.readUInt32BE(8);
  const isShort = box.type === 'stz2';
  const bits = isShort ? (head[7] ?? 0) : head.readUInt32BE(4) === 0 ? 32 : 0;
  assertInside(box, 12 + Math.ceil((count * bits) / 8));
  return count;
}

function assertInside({ body, end }: Box, bytes: number): void {
  if (bytes > end - body) throw new UnreadableFile('broken', 'has a broken table of its parts');
}

/** The samples of all chunks of a track of plain sound. */
async function chunkSamples(reader: Reader, { runs, chunks }: Tables): Promise<number> {
  let samples = 0;
  for (const { body } of runs) {
    const count = await reader.uint(body + 4, 4);
    if (count > SOUND_RUNS_MAX) throw new UnreadableFile('too_large', 'has too many parts to be checked');
    const table = await reader.exactly(body + 8, count * 12);
    for (let at = 0; at < table.length; at += 12) {
      const next = at + 12 < table.length ? table.readUInt32BE(at + 12) : chunks + 1;
      samples += Math.max(0, next - table.readUInt32BE(at)) * table.readUInt32BE(at + 4);
    }
  }
  return samples;
}
