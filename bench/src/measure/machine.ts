import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** The state of the machine during a measurement. */
export interface MachineState {
  readonly loadAverage: readonly number[];
  /** Processor time that the host gave to other machines since the boot, in seconds. */
  readonly stealSeconds: number;
}

export function machineState(): MachineState {
  const [, , , , , , , , steal = '0'] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  return { loadAverage: loadavg().map((value) => Number(value.toFixed(2))), stealSeconds: Number(steal) / 100 };
}

export function machineName(): string {
  return `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`;
}
