import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { INTENT_DAYS, type IntentFile, type IntentLocation } from '../../suspensions/index.ts';

const DAY_MS = 86_400_000;

interface OpenFile {
  readonly handle: FileHandle;
  /** The length of all whole lines. */
  bytes: number;
  readonly untilMs: number;
}

/** The journal of intents as append-only files, one a process and day. One that is only read is not made. */
export function openIntentFolder(folder: string, { isRead }: { readonly isRead: boolean }): IntentLocation {
  if (!isRead) mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file: OpenFile | undefined;

  async function current(epoch: number): Promise<OpenFile> {
    const now = Date.now();
    if (file !== undefined && now < file.untilMs) return file;
    await file?.handle.close();
    file = undefined;
    await removeOld(folder, now);
    const name = `${epoch}-${hostname()}-${process.pid}-${now}.jsonl`;
    file = { handle: await open(join(folder, name), 'a', 0o600), bytes: 0, untilMs: now + DAY_MS };
    return file;
  }

  /** Cuts off what a failed write left. Where that fails, too, the next write begins a new file. */
  async function removeHalfLine(): Promise<void> {
    const broken = file;
    if (broken === undefined) return;
    await broken.handle.truncate(broken.bytes).catch(async () => {
      file = undefined;
      await broken.handle.close().catch(() => {});
    });
  }

  return {
    shownAs: folder,
    isProven: true,
    aliveEveryMs: 60_000,

    async append(epoch, lines) {
      try {
        const opened = await current(epoch);
        await opened.handle.appendFile(lines);
        await opened.handle.datasync();
        opened.bytes += Buffer.byteLength(lines);
      } catch (error) {
        await removeHalfLine();
        throw error;
      }
    },

    list: () => filesIn(folder),
    // Older ones tell nothing that a backup of now does not know, and are removed by themselves.
    marks: () => filesIn(folder, Date.now() - DAY_MS),
    read: async (name) => createReadStream(join(folder, name)),

    async close() {
      await file?.handle.close();
      file = undefined;
    },
  };
}

/** Files that were changed since then. */
async function filesIn(folder: string, sinceMs = 0): Promise<IntentFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => name.endsWith('.jsonl')).map(async (name) => ({ name, is: await stat(join(folder, name)) })),
  );
  return found
    .filter(({ is }) => is.isFile() && is.mtimeMs >= sinceMs)
    .map(({ name, is }) => ({ name, bytes: is.size }));
}

async function removeOld(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (mtimeMs < nowMs - INTENT_DAYS * DAY_MS) await unlink(path).catch(() => {});
  }
}
