import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { openDiskStorage, openS3Storage } from './index.ts';

/** Without `finished` each source gives all its pieces and then never ends. */
const [place = '{}', bytes = '0', uploads = '1', finished = '0'] = process.argv.slice(2);
const { folder, s3 } = JSON.parse(place);
const storage = s3 === undefined ? await openDiskStorage(folder) : await openS3Storage(s3, folder);

// A pending upload does not keep the process alive.
setInterval(() => {}, 60_000);

async function uploadForever(): Promise<never> {
  while (true) {
    const content = randomBytes(Number(bytes));
    const key = `ten_k/${createHash('sha256').update(content).digest('hex')}`;
    async function* slowly() {
      for (let at = 0; at < content.length; at += 65_536) {
        await setImmediate();
        yield content.subarray(at, at + 65_536);
      }
      if (finished !== '0') return;
      process.stdout.write(`${key} was given\n`);
      await new Promise(() => {});
    }
    await storage.put(key, slowly(), { contentType: 'video/mp4' });
    process.stdout.write(`${key}\n`);
  }
}

await Promise.all(Array.from({ length: Number(uploads) }, uploadForever));
