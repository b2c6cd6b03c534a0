import { describe, expect, test } from 'vitest';
import { FILENAMES, mediaCorpus } from '../corpus/index.ts';
import { fragmented, ftyp, moov, video, videoMoovLast } from '../corpus/videos.ts';
import { bytesSource, cleanFilename, type FileSource, inspect, UnreadableFile } from './index.ts';

const MIB = 1024 * 1024;
const corpus = await mediaCorpus();

function counted(source: FileSource): { source: FileSource; read: () => number } {
  let read = 0;
  return {
    read: () => read,
    source: {
      ...source,
      read(start, end) {
        if (start < 0 || end > source.bytes) throw new Error(`read from ${start} to ${end} of ${source.bytes}`);
        read += end - start;
        return source.read(start, end);
      },
    },
  };
}

const outcomeOf = (source: FileSource) =>
  inspect(source).catch((error: unknown) => (error instanceof UnreadableFile ? error : Promise.reject(error)));

test('every file of the corpus has its verdict', async () => {
  expect(corpus.length).toBeGreaterThanOrEqual(100);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  for (const { name, content, verdict } of corpus) {
    const { source, read } = counted(bytesSource(content));
    const outcome = await outcomeOf(source);
    if (typeof verdict === 'string') {
      expect(outcome, name).toMatchObject({ name: 'UnreadableFile', fault: verdict });
      expect((outcome as UnreadableFile).message, name).toMatch(
        /^(is|has|says|ends|points|counts|does|cannot) [^\n\0]*$/,
      );
    } else expect(outcome, name).toMatchObject(verdict);
    expect(read(), name).toBeLessThan(2 * content.length + 4096);
  }
});

test('files cut or changed at random places are accepted or rejected, never a crash', async () => {
  const accepted = corpus.filter(({ verdict, content }) => typeof verdict !== 'string' && content.length < 50_000);
  let seed = 1;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  for (const { content } of accepted)
    for (let round = 0; round < 9; round++) {
      const changed = Buffer.from(content.subarray(0, round % 3 === 0 ? random(content.length) : content.length));
      for (let change = 0; change < 3 && changed.length > 0 && round % 3 > 0; change++)
        changed[random(Math.min(changed.length, round > 6 ? changed.length : 400))] = random(256);
      await outcomeOf(bytesSource(changed));
    }
});

describe('videos of many gigabytes', () => {
  const FOUR_GB = 4 * 1024 * MIB;

  /** A file of these parts, with zeros between them. */
  function sparse(bytes: number, parts: readonly (readonly [number, Uint8Array])[]): FileSource {
    return {
      bytes,
      async read(start, end) {
        const piece = Buffer.alloc(end - start);
        for (const [at, content] of parts) {
          const from = Math.max(start, at);
          const to = Math.min(end, at + content.length);
          if (from < to) piece.set(content.subarray(from - at, to - at), from - start);
        }
        return piece;
      },
    };
  }

  function largeData(bytes: number): Buffer {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(1);
    head.write('mdat', 4);
    head.writeBigUInt64BE(BigInt(bytes), 8);
    return head;
  }

  test('need little reading, also when their index is at the end', async () => {
    const start = ftyp();
    const index = moov({ is64Bit: true, chunkAt: FOUR_GB });
    const end = start.length + FOUR_GB + 100;
    const parts = [
      [0, Buffer.concat([start, largeData(FOUR_GB + 100)])],
      [end, index],
    ] as const;
    const { source, read } = counted(sparse(end + index.length, parts));
    expect(await inspect(source)).toMatchObject({ contentType: 'video/mp4', seconds: 5, bytes: end + index.length });
    expect(read()).toBeLessThan(MIB);
  });

  test('are rejected when their index is too large', async () => {
    const index = Buffer.alloc(16);
    index.writeUInt32BE(1);
    index.write('moov', 4);
    index.writeBigUInt64BE(BigInt(FOUR_GB), 8);
    const { source, read } = counted(sparse(FOUR_GB + 24, [[0, Buffer.concat([ftyp(), index])]]));
    expect(await outcomeOf({ ...source, bytes: FOUR_GB + ftyp().length })).toMatchObject({ fault: 'too_large' });
    expect(read()).toBeLessThan(MIB);
  });

  test('are rejected when their store returns too few bytes', async () => {
    const content = video();
    const source = {
      bytes: content.length * 2,
      read: async (start: number, end: number) => content.subarray(start, end),
    };
    expect(await outcomeOf(source)).toMatchObject({ fault: 'truncated' });
    expect(await inspect(bytesSource(videoMoovLast()))).toMatchObject({ seconds: 5 });
  });
});

test('a fragment that declares four billion samples costs no memory', async () => {
  const content = fragmented(1);
  content.writeUInt32BE(0xffffffff, content.indexOf('trun') + 8);
  expect(await outcomeOf(bytesSource(content))).toMatchObject({ fault: 'broken' });
});

test('a file of a million parts is given up, and others get turns of the event loop meanwhile', async () => {
  const content = Buffer.concat([
    Buffer.from('GIF89a\x05\0\x05\0\0\0\0!\xfe', 'latin1'),
    Buffer.alloc(2_000_000, '\x01a'),
  ]);
  let isEnded = false;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (!isEnded) setImmediate(count);
  };
  setImmediate(count);
  expect(await outcomeOf(bytesSource(content))).toMatchObject({ fault: 'too_large' });
  isEnded = true;
  expect(turns).toBeGreaterThan(900);
});

test('file names are cleaned', () => {
  for (const [name, clean] of FILENAMES) {
    expect(cleanFilename(name), JSON.stringify(name)).toBe(clean);
    expect(cleanFilename(clean)).toBe(clean);
  }
});
