import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { hashOfStream } from '../lib/hashing.ts';
import {
  type Entry,
  FORMAT,
  MAC_BYTES,
  MANIFEST_BYTES_MAX,
  Manifest,
  MoveError,
  type Part,
  partOf,
} from './archive.ts';

/** One entry of an archive. Its content must be read before the next. */
export interface ReadEntry {
  readonly name: string;
  readonly part: Part;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** The entries of an archive in their order. @throws MoveError for a file that is no archive, or cut off */
export async function* entriesOf(path: string): AsyncGenerator<ReadEntry> {
  const tar = extract();
  const source = createReadStream(path);
  const reading = pipeline(source, tar);
  reading.catch(() => {});
  try {
    for await (const stream of tar) {
      const { name, size = 0, type } = stream.header;
      const part = type === 'file' ? partOf(name) : undefined;
      if (part === undefined)
        throw new MoveError(`${path} is no archive of a workspace: it has an entry ${JSON.stringify(name)}.`);
      yield { name, part, bytes: size, content: contentOf(path, stream as AsyncIterable<Buffer>) };
    }
  } catch (error) {
    throw faultOf(path, error);
  } finally {
    source.destroy();
  }
}

async function* contentOf(path: string, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw faultOf(path, error);
  }
}

/** An archive whose entries are those of its manifest. */
export interface CheckedArchive {
  readonly manifest: Manifest;
  /** The manifest as it was read. */
  readonly raw: Buffer;
  /** '' without one. */
  readonly mac: string;
  readonly sha256: string;
}

/** Reads the whole archive and compares it with its manifest. @throws MoveError when they differ */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  const found = new Map<string, Entry>();
  let manifest: Buffer | undefined;
  let mac = '';
  for await (const { name, part, bytes, content } of entriesOf(path)) {
    if (mac !== '' || (manifest !== undefined) !== (part.kind === 'mac') || found.has(name))
      throw new MoveError(`${path} was changed: the entry ${name} stands where none may be.`);
    if (part.kind === 'mac') mac = (await readWhole(path, content, bytes, MAC_BYTES)).toString();
    else if (part.kind === 'manifest') manifest = await readWhole(path, content, bytes, MANIFEST_BYTES_MAX);
    else found.set(name, await hashOfStream(content));
  }
  if (manifest === undefined) throw new MoveError(`${path} was cut off: it has no manifest at its end.`);
  const checked = parse(path, manifest);
  const names = Object.keys(checked.entries);
  const misplaced = [...found.keys()].find((name, at) => names[at] !== name) ?? names[found.size];
  if (misplaced !== undefined)
    throw new MoveError(`${path} was changed: ${misplaced} is missing, or its manifest does not name it there.`);
  for (const [name, { bytes, sha256 }] of found) {
    const wanted = checked.entries[name];
    if (bytes !== wanted?.bytes || sha256 !== wanted.sha256)
      throw new MoveError(`${path} was changed: ${name} has other content than its manifest says.`);
  }
  return { manifest: checked, raw: manifest, mac, sha256: hash('sha256', manifest) };
}

function parse(path: string, content: Buffer): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(content.toString('utf8'));
  } catch {
    throw new MoveError(`${path} was changed: its manifest is no JSON.`);
  }
  const { format } = (json ?? {}) as { format?: unknown };
  if (format !== FORMAT)
    throw new MoveError(`${path} has format ${JSON.stringify(format)}; this Hubbub reads format ${FORMAT}.`);
  const result = Manifest.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new MoveError(`${path} was changed: its manifest is wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
}

async function readWhole(
  path: string,
  content: AsyncIterable<Buffer>,
  bytes: number,
  bytesMax: number,
): Promise<Buffer> {
  if (bytes > bytesMax) throw new MoveError(`${path} is no archive of a workspace: its manifest is too large.`);
  return buffer(content);
}

function faultOf(path: string, error: unknown): unknown {
  if (error instanceof MoveError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new MoveError(`There is no file ${path}.`);
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return new MoveError(`${path} cannot be read: ${message}.`);
  if (/Unexpected end of data/.test(message)) return new MoveError(`${path} was cut off in the middle of an entry.`);
  if (/tar header|Invalid|checksum/i.test(message))
    return new MoveError(`${path} is no archive of a workspace: ${message}.`);
  return error;
}
