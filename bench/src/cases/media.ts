import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { cpuOfProcess } from '../measure/processes.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { temporaryFolder } from '../run/folder.ts';
import { type RunningService, startService } from '../run/service.ts';

const UPLOADS = 50;
const UPLOAD_BYTES = 100 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'A movie of filler. ');
const MIB = 1024 * 1024;
const SAMPLE_MS = 100;

export interface MediaFigures {
  readonly ratio: Readonly<Record<string, Spread>>;
  readonly megabytesPerSecond: Readonly<Record<string, Spread>>;
  readonly cpuMsPerMegabyte: Readonly<Record<string, Spread>>;
  readonly megabytes: Readonly<Record<string, Spread>>;
}

/** 50 files of 100 MB at once to signed addresses on disk, in turn with a server that only pipes them to files. */
export async function media(rounds: number): Promise<MediaFigures> {
  const folder = temporaryFolder('pipe');
  const pipe = startNode([join(import.meta.dirname, '../floors/pipe.ts')], { FOLDER: folder });
  const pipeUrl = await outputOf(pipe, (text) => /http:\S+/.exec(text)?.[0]);
  const service = await startService();
  const floor: Watched[] = [];
  const ours: Watched[] = [];
  const growth: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const piped = await watched(pipe.pid as number, () => uploads(Array.from({ length: UPLOADS }, () => pipeUrl)));
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const items = await Promise.all(Array.from({ length: UPLOADS }, () => addressOf(service)));
    const own = await watched(service.pid, () => uploads(items.map(({ upload_url }) => upload_url)));
    await Promise.all(items.map(({ media_id }) => call(service, 'DELETE', `/v1/media/${media_id}`)));
    // The first upload warms up the service; its memory counts.
    growth.push(own.grown);
    if (round === 0) continue;
    floor.push(piped);
    ours.push(own);
  }
  await service.stop();
  await stopChild(pipe);
  const rate = (all: readonly Watched[]) => spreadOf(all.map(({ rate }) => rate));
  const cpu = (all: readonly Watched[]) => spreadOf(all.map(({ cpuMs }) => cpuMs));
  return {
    ratio: {
      Throughput: spreadOf(ours.map(({ rate }, index) => rate / (floor[index] as Watched).rate)),
      'CPU of the process': spreadOf(ours.map(({ cpuMs }, index) => cpuMs / (floor[index] as Watched).cpuMs)),
    },
    megabytesPerSecond: { 'Pipe to a file': rate(floor), Hubbub: rate(ours) },
    cpuMsPerMegabyte: { 'Pipe to a file': cpu(floor), Hubbub: cpu(ours) },
    megabytes: { Hubbub: spreadOf(growth) },
  };
}

async function addressOf(service: RunningService): Promise<{ media_id: string; upload_url: string }> {
  const query = `media_type=video/mp4&filename=movie.mp4&size_bytes=${UPLOAD_BYTES}`;
  return (await call(service, 'GET', `/v1/media/upload-url?${query}`)).json() as never;
}

async function call({ url, key }: RunningService, method: string, path: string): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** MiB per second, all uploads together. */
async function uploads(urls: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(urls.map(upload));
  return (urls.length * UPLOAD_BYTES) / MIB / ((performance.now() - startedMs) / 1000);
}

function upload(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { 'content-type': 'video/mp4', 'content-length': UPLOAD_BYTES };
  const sending = request(url, { method: 'PUT', headers, agent: false }, (response) => {
    response.resume();
    response.on('end', () =>
      response.statusCode === 200 ? resolve() : reject(new Error(`PUT: ${response.statusCode}`)),
    );
  });
  sending.on('error', reject);
  Readable.from(pieces(), { objectMode: false }).pipe(sending);
  return promise;
}

function* pieces() {
  for (let sent = 0; sent < UPLOAD_BYTES; sent += PIECE.length) yield PIECE;
}

interface Watched {
  /** MiB per second. */
  readonly rate: number;
  /** CPU time of the process per MiB. */
  readonly cpuMs: number;
  /** The largest growth of the process, in MiB. */
  readonly grown: number;
}

async function watched(pid: number, work: () => Promise<number>): Promise<Watched> {
  const before = rssOf(pid);
  const cpuBefore = cpuOfProcess(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, rssOf(pid));
  }, SAMPLE_MS);
  try {
    const rate = await work();
    const cpuMs = (cpuOfProcess(pid) - cpuBefore) / 1000 / ((UPLOADS * UPLOAD_BYTES) / MIB);
    return { rate, cpuMs, grown: (most - before) / MIB };
  } finally {
    clearInterval(timer);
  }
}

function rssOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
