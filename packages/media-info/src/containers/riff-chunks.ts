import type { Reader } from '../reader.ts';

/** One chunk of a RIFF file. `body` is the place where its content begins. */
export interface Chunk {
  readonly type: string;
  readonly body: number;
  readonly length: number;
}

interface ChunkOptions {
  /** More chunks are not looked at. */
  readonly chunksMax?: number;
  /** Whether the chunks inside of lists follow the list itself. */
  readonly entersLists?: boolean;
}

/** The chunks of a RIFF file (WebP, WAV, AVI) that begin between `start` and `end`. */
export async function* riffChunks(
  reader: Reader,
  start: number,
  end: number,
  { chunksMax = Number.POSITIVE_INFINITY, entersLists = false }: ChunkOptions = {},
): AsyncGenerator<Chunk> {
  for (let at = start, count = 0; at + 8 <= end && count < chunksMax; count++) {
    const head = await reader.exactly(at, 8);
    const type = head.subarray(0, 4).toString('latin1');
    const length = head.readUInt32LE(4);
    yield { type, body: at + 8, length };
    at += entersLists && type === 'LIST' ? 12 : 8 + length + (length % 2);
  }
}
