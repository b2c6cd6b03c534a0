import { readFileSync } from 'node:fs';

/**
 * What a process has of its own, in MiB. The program's file, which it shares with every other Node, lies in the page
 * cache.
 */
export function memoryOf(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
