import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';

const JOURNAL = 'journal.jsonl';

export interface WorldFile {
  readonly name: string;
  readonly bytes: number;
  readonly read: () => AsyncIterable<Buffer>;
}

/** The folder of a world in this service's own simulator; undefined when the simulator is elsewhere. */
function folderOf({ simulatorUrl, dataDir }: Config, world: string): string | undefined {
  return simulatorUrl === undefined ? join(dataDir, 'simulator', 'worlds', world) : undefined;
}

/**
 * The files of a simulated world. The journal ends with its last whole line, also while the world writes on. Calls
 * `onMissing` with the name of a file that is removed meanwhile.
 */
export async function* worldFiles(
  config: Config,
  world: string,
  onMissing: (name: string) => void,
): AsyncGenerator<WorldFile> {
  const folder = folderOf(config, world);
  if (folder === undefined) return;
  const journal = await unlessMissing(open(join(folder, JOURNAL)));
  if (journal === undefined) return;
  try {
    // Compaction replaces the file; this one stays as it is.
    const bytes = await wholeLines(journal);
    const read = () => journal.createReadStream({ start: 0, end: bytes - 1, autoClose: false });
    if (bytes > 0) yield { name: JOURNAL, bytes, read };
  } finally {
    await journal.close();
  }
  for (const file of (await unlessMissing(readdir(join(folder, 'files')))) ?? []) {
    const name = `files/${file}`;
    // The content of an open file stays.
    const opened = await unlessMissing(open(join(folder, name)));
    if (opened === undefined) onMissing(name);
    else
      try {
        const { size } = await opened.stat();
        yield { name, bytes: size, read: () => opened.createReadStream({ autoClose: false }) };
      } finally {
        await opened.close();
      }
  }
}

async function unlessMissing<T>(opening: Promise<T>): Promise<T | undefined> {
  return opening.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** The bytes up to the end of the last line. */
async function wholeLines(file: Awaited<ReturnType<typeof open>>): Promise<number> {
  const { size } = await file.stat();
  const piece = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - piece.length);
    const { bytesRead } = await file.read(piece, 0, end - start, start);
    const at = piece.subarray(0, bytesRead).lastIndexOf(10);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

/** Writes a world's files beside the others; `finish` makes the world. Undefined when the simulator is elsewhere. */
export async function newWorld(config: Config, world: string) {
  const folder = folderOf(config, world);
  if (folder === undefined) return undefined;
  // The simulator removes what begins so when it starts, and no world has such a name.
  const draft = join(dirname(folder), `.deleted-${world}-import`);
  await rm(draft, { recursive: true, force: true });
  let count = 0;
  return {
    async add(name: string, content: AsyncIterable<Buffer>): Promise<void> {
      const path = join(draft, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
      count += 1;
    },
    /** Replaces a world of this name, which only an earlier try can have made. */
    async finish(): Promise<void> {
      if (count === 0) return;
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
    },
    remove: () => rm(draft, { recursive: true, force: true }),
  };
}

/** Removes the folder of a world of this service's own simulator, while that is not running. */
export async function removeWorldFiles(config: Config, world: string): Promise<void> {
  const folder = folderOf(config, world);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
