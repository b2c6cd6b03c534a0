import { closeSync, openSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';

const sizeMaxBytes = 1024 * 1024;

export const logPathOf = (dataDir: string) => path.join(dataDir, 'postgres.log');

/**
 * Keeps `<dataDir>/postgres.log` below about 1 MiB, plus one older copy. The server appends, so the file can be emptied
 * while it runs.
 */
export async function boundLog(dataDir: string): Promise<void> {
  const file = logPathOf(dataDir);
  const size = await logSize(dataDir);
  if (size <= sizeMaxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

export async function logSize(dataDir: string): Promise<number> {
  return stat(logPathOf(dataDir)).then(
    (entry) => entry.size,
    () => 0,
  );
}

/** Runs `use` with the log opened for appending, as the child's standard output. */
export function withLog<T>(dataDir: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(logPathOf(dataDir), 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The server's output since `offset`, at most the last 8 KiB. */
export async function logSince(dataDir: string, offset: number): Promise<string> {
  const file = await open(logPathOf(dataDir), 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(offset, size - 8192);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - start)), 0, null, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The last two error lines of a server or of initdb without their time stamps; without any, the last line. */
export function errorLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /(FATAL|PANIC|error): /.test(line)).slice(-2);
  const chosen = telling.length > 0 ? telling : lines.slice(-1);
  return chosen.map((line) => line.replace(/^.*?(FATAL|PANIC|error): +/, '')).join('; ') || 'no message';
}
