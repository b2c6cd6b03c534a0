import { readFileSync } from 'node:fs';

/**
 * The memory of a process that no other shares, in MiB. The program's file lies in the page cache, and every Node shares
 * it.
 */
export function memoryOf(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
