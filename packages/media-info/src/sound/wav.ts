import { riffChunks } from '../containers/riff-chunks.ts';
import { type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';

const CHUNKS_MAX = 200;

export async function readWav(reader: Reader): Promise<PlaybackFacts> {
  let bytesPerSecond = 0;
  for await (const { type, body, length } of riffChunks(reader, 12, reader.bytes, { chunksMax: CHUNKS_MAX })) {
    if (type === 'fmt ') bytesPerSecond = (await reader.exactly(body, 16)).readUInt32LE(8);
    if (type !== 'data' || bytesPerSecond === 0) continue;
    if (body + length > reader.bytes) throw new UnreadableFile('truncated', 'ends in the middle of its sound');
    return { kind: 'audio', audioCodec: 'pcm', seconds: length / bytesPerSecond };
  }
  throw new UnreadableFile('broken', 'is a WAV without sound');
}
