import { setPriority } from 'node:os';

/** The statuses of a shell whose program is missing or cannot be run. */
const NOT_RUN = [126, 127];

export interface ProcessBounds {
  /** Memory that the process may write to. */
  readonly memoryBytesMax: number;
  readonly cpuSecondsMax?: number;
}

/** The command that runs a program within bounds, as far as the system has them. It keeps the process id. */
export function boundedCommand(
  program: string,
  args: readonly string[],
  { memoryBytesMax, cpuSecondsMax }: ProcessBounds,
): readonly [program: string, args: readonly string[]] {
  if (process.platform === 'win32') return [program, args];
  const bounds = [`ulimit -d ${Math.floor(memoryBytesMax / 1024)}`];
  if (cpuSecondsMax !== undefined) bounds.push(`ulimit -t ${cpuSecondsMax}`);
  const script = `{ ${bounds.join('; ')}; } 2>/dev/null; exec "$@"`;
  return ['sh', ['-c', script, 'sh', program, ...args]];
}

/** Whether a bounded command ended because its program is not installed or cannot be run. */
export function isNotRun(status: unknown): boolean {
  return NOT_RUN.includes(status as number);
}

/** Gives requests to the service priority over the process. */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has ended already, or the system does not allow it.
  }
}
