import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses of a data folder's running service, for the operator's commands. */
export interface ServiceRecord {
  readonly url: string;
  /** Absent when the simulator cannot start. */
  readonly simulator_url?: string;
  readonly pid: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'service.json');

/** Replaces the record in one step. */
export function writeServiceRecord(dataDir: string, record: ServiceRecord): void {
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(dataDir));
}

/** Removes the record, unless another service has written its own meanwhile. */
export function removeServiceRecord(dataDir: string): void {
  if (readServiceRecord(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

/** The record of a running service. A killed service leaves a record behind, which is ignored. */
export function readServiceRecord(dataDir: string): ServiceRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServiceRecord;
    return isAlive(record.pid) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
