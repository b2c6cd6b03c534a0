import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PutOptions, type Storage, StorageError } from './storage.ts';

const MIB = 1024 * 1024;
const TYPE: PutOptions = { contentType: 'image/png' };

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function* inPieces(content: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

export async function keysOf(storage: Storage, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix, after)) keys.push(key);
  return keys.sort();
}

export interface Uploads {
  readonly bytes: number;
  /** How many run concurrently. */
  readonly uploads: number;
  /** The process is killed after so many; 0: during the first, when the source has given all its pieces. */
  readonly finished: number;
}

/** Runs a process that uploads files under their hashes until it is killed. Returns the keys that it reported. */
export async function uploadUntilKilled(place: object, { bytes, uploads, finished }: Uploads): Promise<string[]> {
  const program = join(import.meta.dirname, 'endless-uploads.fixture.ts');
  const words = [program, JSON.stringify(place), String(bytes), String(uploads), String(finished)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const keys: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (!line.endsWith(' was given')) keys.push(line);
    if (keys.length >= finished) child.kill('SIGKILL');
  }
  expect((await ended)[1]).toBe('SIGKILL');
  return keys;
}

/** Every key shows a whole file, and every reported key exists. */
export async function expectWholeFiles(storage: Storage, finished: readonly string[]): Promise<void> {
  const keys = await keysOf(storage, 'ten_k/');
  expect(keys).toEqual(expect.arrayContaining([...finished]));
  for (const key of keys) expect(`ten_k/${sha256(await buffer(await storage.read(key)))}`).toBe(key);
}

/** The contract of every storage. `bigBytes` is longer than one request or part of it. */
export function testStorage(open: () => Promise<Storage>, bigBytes: number): void {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage?.close());
  const put = (key: string, content: Uint8Array) => storage.put(key, inPieces(content), TYPE);
  const contentOf = async (key: string, start: number, end: number) =>
    (await buffer(await storage.read(key, { start, end }))).toString();

  test.each([0, 1, 65_537, 3 * MIB + 1])('returns %i bytes unchanged', async (bytes) => {
    const content = randomBytes(bytes);
    const key = `ten_a/med_${bytes}`;
    expect(await put(key, content)).toEqual({ bytes });
    expect(await storage.stat(key)).toMatchObject({ bytes });
    expect(sha256(await buffer(await storage.read(key)))).toBe(sha256(content));
    await storage.remove(key);
  });

  test('a range returns its existing bytes', async () => {
    await put('ten_a/med_range', Buffer.from('0123456789'));
    expect(await contentOf('ten_a/med_range', 0, 1)).toBe('0');
    expect(await contentOf('ten_a/med_range', 3, 7)).toBe('3456');
    expect(await contentOf('ten_a/med_range', 8, 100)).toBe('89');
    expect(await contentOf('ten_a/med_range', 4, 4)).toBe('');
    expect(await contentOf('ten_a/med_range', 10, 20)).toBe('');
    for (const range of [
      { start: -1, end: 2 },
      { start: 2, end: 1 },
      { start: 0.5, end: 2 },
    ])
      await expect(storage.read('ten_a/med_range', range)).rejects.toThrow(TypeError);
    await storage.remove('ten_a/med_range');
  });

  test('a missing file has no size and no bytes, and its removal succeeds', async () => {
    expect(await storage.stat('ten_a/none')).toBeUndefined();
    await expect(storage.read('ten_a/none')).rejects.toMatchObject({ name: 'StorageError', fault: 'missing' });
    await expect(storage.read('ten_a/none', { start: 4, end: 4 })).rejects.toMatchObject({ fault: 'missing' });
    await storage.remove('ten_a/none');
    expect(await keysOf(storage, 'ten_none/')).toEqual([]);
  });

  test('a later upload replaces an earlier one', async () => {
    await put('ten_a/med_twice', Buffer.from('first, and longer'));
    await put('ten_a/med_twice', Buffer.from('second'));
    expect(await contentOf('ten_a/med_twice', 0, 100)).toBe('second');
    await storage.remove('ten_a/med_twice');
    expect(await storage.stat('ten_a/med_twice')).toBeUndefined();
  });

  test('lists all keys with the prefix', async () => {
    const keys = ['ten_l/a1', 'ten_l/a2', 'ten_l/b/c/d', 'ten_l/b2', 'ten_l2/x'];
    const since = Date.now();
    await Promise.all(keys.map((key) => put(key, Buffer.from(key))));
    expect(await keysOf(storage, 'ten_l/')).toEqual(keys.slice(0, 4));
    expect(await keysOf(storage, 'ten_l/a')).toEqual(keys.slice(0, 2));
    expect(await keysOf(storage, 'ten_l/b')).toEqual(keys.slice(2, 4));
    expect(await keysOf(storage, 'ten_l')).toEqual(keys);
    expect(await keysOf(storage, '')).toEqual(expect.arrayContaining(keys));
    expect(await keysOf(storage, 'ten_l/', 'ten_l/a2')).toEqual(keys.slice(2, 4));
    expect(await keysOf(storage, 'ten_l/', 'ten_l/b')).toEqual(keys.slice(2, 4));
    expect(await keysOf(storage, 'ten_l/', 'ten_l/c')).toEqual([]);
    for await (const { key, bytes, changedAt } of storage.list('ten_l')) {
      expect(bytes).toBe(key.length);
      expect(Math.abs(changedAt.getTime() - since)).toBeLessThan(60_000);
    }
    await Promise.all(keys.map((key) => storage.remove(key)));
    expect(await keysOf(storage, 'ten_l')).toEqual([]);
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.a', 'a/.b', 'a\0b', 'A', 'a b', 'ä', 'a'.repeat(501)])(
    'rejects the key %j',
    async (key) => {
      await expect(put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(storage.read(key)).rejects.toThrow(TypeError);
      await expect(storage.stat(key)).rejects.toThrow(TypeError);
      await expect(storage.remove(key)).rejects.toThrow(TypeError);
    },
  );

  test.each([100, bigBytes])('an interrupted upload of %i bytes leaves nothing behind', async (bytes) => {
    const content = randomBytes(bytes);
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield* inPieces(content, MIB);
      throw new Error('the connection broke');
    }
    await expect(storage.put('ten_a/med_cut', breaking(), TYPE)).rejects.toThrow('the connection broke');

    const quota = new StorageError('full', 'the quota');
    const totals: number[] = [];
    const onBytes = async (total: number) => {
      await wait(1);
      totals.push(total);
      if (total >= bytes) throw quota;
    };
    await expect(storage.put('ten_a/med_cut', inPieces(content, MIB), { ...TYPE, onBytes })).rejects.toBe(quota);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    expect(totals.at(-1)).toBe(bytes);

    const aborting = new AbortController();
    async function* stalling(): AsyncGenerator<Uint8Array> {
      yield* inPieces(content, MIB);
      aborting.abort(new Error('gone'));
      await new Promise(() => {});
    }
    await expect(storage.put('ten_a/med_cut', stalling(), { ...TYPE, signal: aborting.signal })).rejects.toThrow(
      'gone',
    );
    await expect(storage.put('ten_a/med_cut', inPieces(content), { ...TYPE, signal: aborting.signal })).rejects.toThrow(
      'gone',
    );

    expect(await storage.stat('ten_a/med_cut')).toBeUndefined();
    expect(await keysOf(storage, 'ten_a/')).toEqual([]);
    expect(await storage.removeUnfinished(0)).toBe(0);
  });

  test('an unfinished upload is not visible', async () => {
    const content = randomBytes(bigBytes);
    const seen: unknown[] = [];
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(content, MIB)) {
        yield piece;
        seen.push(await storage.stat('ten_a/med_whole'), ...(await keysOf(storage, 'ten_a/')));
      }
    }
    const { bytes } = await storage.put('ten_a/med_whole', watched(), TYPE);
    expect(new Set(seen)).toEqual(new Set([undefined]));
    expect(bytes).toBe(content.length);
    expect(sha256(await buffer(await storage.read('ten_a/med_whole')))).toBe(sha256(content));
    await storage.remove('ten_a/med_whole');
  });

  test('the check succeeds and leaves nothing behind', async () => {
    await storage.check();
    expect(await keysOf(storage, '')).toEqual([]);
    expect(await storage.removeUnfinished(0)).toBe(0);
  });
}
