import { riffChunks } from '../containers/riff-chunks.ts';
import { checkSize, type PlaybackFacts, UnreadableFile } from '../file-facts.ts';
import type { Reader } from '../reader.ts';
import { codecName } from './codec-name.ts';

const CHUNKS_MAX = 500;

export async function readAvi(reader: Reader): Promise<PlaybackFacts> {
  const top = await reader.exactly(0, 24);
  if (top.readUInt32LE(4) + 8 > reader.bytes + 1)
    throw new UnreadableFile('truncated', 'is an AVI that ends too early');
  if (top.subarray(12, 16).toString('latin1') !== 'LIST' || top.subarray(20, 24).toString('latin1') !== 'hdrl')
    throw new UnreadableFile('broken', 'is an AVI without a header');
  const end = Math.min(20 + top.readUInt32LE(16), reader.bytes);
  let size: { readonly width: number; readonly height: number } | undefined;
  let video: { readonly seconds: number; readonly fps: number; readonly videoCodec: string } | undefined;
  for await (const { type, body } of riffChunks(reader, 24, end, { chunksMax: CHUNKS_MAX, entersLists: true })) {
    if (type === 'avih') {
      const header = await reader.exactly(body, 40);
      size = { width: header.readUInt32LE(32), height: header.readUInt32LE(36) };
      checkSize(size.width, size.height);
    } else if (type === 'strh' && video === undefined) {
      const stream = await reader.exactly(body, 36);
      const scale = stream.readUInt32LE(20);
      const rate = stream.readUInt32LE(24);
      if (stream.subarray(0, 4).toString('latin1') !== 'vids' || scale === 0 || rate === 0) continue;
      const fps = rate / scale;
      const code = stream.subarray(4, 8).toString('latin1');
      video = { seconds: stream.readUInt32LE(32) / fps, fps, videoCodec: codecName(code, code.toLowerCase()) };
    }
  }
  if (size === undefined || video === undefined) throw new UnreadableFile('broken', 'is an AVI without an image');
  return { kind: 'video', ...size, ...video };
}
