import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { openDiskStorage } from './disk.ts';

const [place = '{}', bytes = '0'] = process.argv.slice(2);
const { folder } = JSON.parse(place);
const storage = await openDiskStorage(folder);

async function uploadForEver(): Promise<never> {
  while (true) {
    const content = randomBytes(Number(bytes));
    const key = `ten_k/${createHash('sha256').update(content).digest('hex')}`;
    async function* slowly() {
      for (let at = 0; at < content.length; at += 65_536) {
        await setImmediate();
        yield content.subarray(at, at + 65_536);
      }
    }
    await storage.put(key, slowly(), { contentType: 'video/mp4' });
    process.stdout.write(`${key}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, uploadForEver));
