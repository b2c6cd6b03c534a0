import type { Box } from '../boxes.ts';
import { UnreadableFile } from '../facts.ts';
import type { Reader } from '../reader.ts';

/** `mvhd` and `mdhd` begin alike: version, times of creation, units per second, length. */
export async function readDuration(reader: Reader, box: Box): Promise<{ scale: number; seconds: number }> {
  const [version = 0] = await reader.at(box.body, 1);
  const wide = version === 1;
  const head = await reader.at(box.body, wide ? 32 : 20);
  const scale = head.readUInt32BE(wide ? 20 : 12);
  if (scale === 0) throw new UnreadableFile('broken', 'counts its time in units of nothing');
  const duration = wide ? head.readBigUInt64BE(24) : BigInt(head.readUInt32BE(16));
  // All ones: unknown.
  const unknown = duration === (wide ? 2n ** 64n - 1n : 2n ** 32n - 1n);
  return { scale, seconds: unknown ? 0 : Number(duration) / scale };
}
