import { readdirSync, readFileSync } from 'node:fs';

/** One line of `/proc/PID/stat`, as far as it is needed here. */
interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of all threads, in ticks. */
  readonly ticks: number;
  /** The same of children that have ended and were waited for. */
  readonly endedTicks: number;
}

const MICROSECONDS_PER_TICK = 10_000;

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; the fields after it do not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index - 3]);
    return { pid, parent: at(4), ticks: at(14) + at(15), endedTicks: at(16) + at(17) };
  } catch {
    return undefined;
  }
}

/** The process and its children's children, as they are now. */
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

/** The same of a whole tree; children that ended count with the one who waited for them. */
export function cpuOfTree(root: number): number {
  return treeOf(root).reduce((sum, stat) => sum + stat.ticks + stat.endedTicks, 0) * MICROSECONDS_PER_TICK;
}

/** Bytes of memory of each process of the tree, shared pages divided among those who share them. */
export function memoryOf(root: number): { pid: number; bytes: number }[] {
  return treeOf(root).map(({ pid }) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return { pid, bytes: Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024 };
  });
}
