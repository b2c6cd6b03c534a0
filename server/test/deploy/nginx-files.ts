import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { memoryOf } from '../memory-of.ts';
import { worldOf } from '../world.ts';
import { ask, type Installation } from './behind-proxy.ts';
import type { Nginx } from './nginx.fixture.ts';

const MEMORY_MIB_MAX = 60;

async function* filler(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(64 * 1024, 'filler ');
  for (let left = bytes; left > 0; left -= piece.length) yield piece;
}

/** The simulator's movie and behind it one box of filler, which players skip. */
async function* movie(simulatorUrl: string, filling: number): AsyncGenerator<Buffer> {
  const sample = Buffer.from(await (await fetch(`${simulatorUrl}/files/sample.mp4`)).arrayBuffer());
  const head = Buffer.alloc(8);
  head.writeUInt32BE(filling + 8, 0);
  head.write('free', 4, 'latin1');
  yield Buffer.concat([sample, head]);
  yield* filler(filling);
}

/** A file goes up and down through nginx in little memory, and none of it touches nginx's disk. `filling` in bytes. */
export async function checkFiles(installation: Installation<Nginx>, filling: number): Promise<void> {
  const { proxy: nginx, base, api, services, simulatorUrl } = installation;
  const { simulatorUrl: world } = await worldOf({ url: services[0]?.url ?? '', key: api.key }, simulatorUrl);
  const sampleBytes = (await (await fetch(`${world}/files/sample.mp4`)).arrayBuffer()).byteLength;
  const bytes = sampleBytes + 8 + filling;
  const { body } = await api.get(`/v1/media/upload-url?media_type=video/mp4&filename=movie.mp4&size_bytes=${bytes}`);
  expect(body.upload_url).toMatch(new RegExp(`^${base}/media/uploads/`));
  const memory = () => [nginx.pid, ...services.map(({ pid }) => pid())].map(memoryOf);
  const idle = memory();
  const most = [...idle];
  let spooled = 0;
  const watching = setInterval(() => {
    for (const [at, now] of memory().entries()) most[at] = Math.max(most[at] as number, now);
    spooled = Math.max(spooled, nginx.spooled());
  }, 50);
  onTestFinished(() => clearInterval(watching));
  const headers = { 'content-type': 'video/mp4', 'content-length': bytes };
  const sent = await ask(
    body.upload_url,
    { method: 'PUT', headers },
    Readable.from(movie(world, filling), { objectMode: false }),
  );
  expect(sent.status, sent.text).toBe(200);
  const verified = await api.post(`/v1/media/${body.media_id}/verify`);
  expect(verified.body, verified.text).toMatchObject({ status: 'ready', size_bytes: bytes });

  // A client that does not read holds its file back, and nobody else.
  const { url } = (await api.get(`/v1/media/${body.media_id}`)).body;
  expect(url).toMatch(new RegExp(`^${base}/media/files/`));
  const socket = connectTls({ host: 'localhost', port: Number(new URL(nginx.origin).port), servername: 'localhost' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve();
    });
    socket.write(
      `GET ${new URL(url).pathname}${new URL(url).search} HTTP/1.1\r\nhost: ${new URL(nginx.origin).host}\r\n\r\n`,
    );
  });
  for (let asked = 0; asked < 20; asked++) expect((await api.get('/v1/brands')).status).toBe(200);
  clearInterval(watching);
  const growth = most.map((value, at) => value - (idle[at] as number));
  console.log(`growth in MiB of nginx and both services: ${growth.map((value) => value.toFixed(0)).join(', ')}`);
  for (const value of growth) expect(value).toBeLessThan(MEMORY_MIB_MAX);
  expect(spooled, 'nginx writes no file to its disk').toBe(0);
}
