import { readdirSync, readFileSync } from 'node:fs';

/** The needed fields of `/proc/PID/stat`. */
interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of all threads, in ticks. */
  readonly ticks: number;
  /** The same for ended children that the process waited for. */
  readonly endedTicks: number;
}

const MICROSECONDS_PER_TICK = 10_000;

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain any character, so the fields are read after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index - 3]);
    return { pid, parent: at(4), ticks: at(14) + at(15), endedTicks: at(16) + at(17) };
  } catch {
    return undefined;
  }
}

/** The process and its current descendants. */
export function treeOf(root: number): Stat[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const tree = all.filter((stat) => stat.pid === root);
  for (const member of tree) tree.push(...all.filter((stat) => stat.parent === member.pid));
  return tree;
}

/** User and system microseconds that one process has used so far. */
export function cpuOfProcess(pid: number): number {
  return (statOf(pid)?.ticks ?? Number.NaN) * MICROSECONDS_PER_TICK;
}

/** The same for a whole tree. Ended children count with the process that waited for them. */
export function cpuOfTree(root: number): number {
  return treeOf(root).reduce((sum, stat) => sum + stat.ticks + stat.endedTicks, 0) * MICROSECONDS_PER_TICK;
}

/** Bytes of memory of each process of the tree, with shared pages divided among their processes (PSS). */
export function memoryOf(root: number): { pid: number; bytes: number }[] {
  return treeOf(root).map(({ pid }) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return { pid, bytes: Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024 };
  });
}
