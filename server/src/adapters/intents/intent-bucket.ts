import { hostname } from 'node:os';
import { StorageError } from '@hubbub/file-storage';
import { INTENT_DAYS, type IntentFile, type IntentLocation } from '../../suspensions/index.ts';
import type { Files } from '../files/bucket.ts';

const DAY_MS = 86_400_000;
const ALIVE_EVERY_MS = 600_000;
/** Each process that runs has written a file within this time. */
const WRITES_WITHIN_MS = 2 * ALIVE_EVERY_MS;
/** A store that does not answer for so long counts as away. */
const ANSWERS_WITHIN_MS = 10_000;

/** Time, epoch, host, process, start and number. Names sort by time. */
const NAME = /^(\d{4}-\d\d-\d\dt\d\d-\d\d-\d\d-\d{3}z)-\d+-([a-z0-9.-]+)-(\d+)\.jsonl$/;

/** The journal of intents as one object for each write. The objects of a process are numbered, so that a gap shows. */
export function openIntentBucket(files: Files, shownAs: string): IntentLocation {
  const host = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/g, '-');
  const writer = `${host}-${process.pid}-${Date.now().toString(36)}`;
  let number = 0;
  let removesAtMs = 0;

  async function list(from: Date): Promise<IntentFile[]> {
    const found: IntentFile[] = [];
    for await (const { key, bytes } of files.list('', stampOf(from.getTime()))) {
      const [, , by, count] = NAME.exec(key) ?? [];
      if (by !== undefined) found.push({ name: key, bytes, series: { writer: by, number: Number(count) } });
    }
    return found;
  }

  return {
    shownAs,
    isProven: false,
    aliveEveryMs: ALIVE_EVERY_MS,

    async append(epoch, lines) {
      const now = Date.now();
      if (now >= removesAtMs) {
        removesAtMs = now + DAY_MS;
        void removeOld(files, now).catch(() => {});
      }
      const name = `${stampOf(now)}-${epoch}-${writer}-${number + 1}.jsonl`;
      await withinTime((signal) => files.put(name, once(Buffer.from(lines)), { contentType: 'text/plain', signal }));
      number += 1;
    },

    list,

    async marks() {
      const last = new Map<string, IntentFile>();
      for (const file of await list(new Date(Date.now() - WRITES_WITHIN_MS))) {
        const { writer: by = '', number: count = 0 } = file.series ?? {};
        if (count >= (last.get(by)?.series?.number ?? 0)) last.set(by, file);
      }
      return [...last.values()];
    },

    read: (name) => files.read(name),
    close: async () => files.close(),
  };
}

function stampOf(ms: number): string {
  return new Date(ms).toISOString().toLowerCase().replaceAll(/[:.]/g, '-');
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Cleaning up after an upload that was given up may take long, so nobody waits for it. */
async function withinTime(put: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () =>
      reject(new StorageError('unavailable', `The store does not answer within ${ANSWERS_WITHIN_MS / 1000} s.`));
  });
  await Promise.race([put(signal), late]);
}

/** A store lists keys in their order, so the first younger one ends the search. */
async function removeOld(files: Files, nowMs: number): Promise<void> {
  const first = stampOf(nowMs - INTENT_DAYS * DAY_MS);
  for await (const { key } of files.list('')) {
    if (!NAME.test(key)) continue;
    if (key >= first) return;
    await files.remove(key);
  }
}
