import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The floor of uploads: a request piped to a file that is synced once. No addresses, quota, names or limits. */
const folder = process.env.FOLDER as string;

const server = createServer(async (request, response) => {
  try {
    // `flush` syncs the file before it is closed.
    await pipeline(request, createWriteStream(join(folder, randomUUID()), { flags: 'wx', flush: true }));
    response.end('{}');
  } catch {
    response.destroy();
  }
});

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
