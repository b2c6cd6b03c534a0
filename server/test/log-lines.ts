import type { Logger } from 'pino';
import { createLog } from '../src/observability/logger.ts';
import type { Body } from './harness.ts';

/** A log whose lines a test reads. */
export interface LogLines {
  readonly log: Logger;
  /** Every line as it was written. */
  readonly raw: readonly string[];
  /** The lines with these fields. */
  readonly with: (fields: Readonly<Record<string, unknown>>) => Body[];
}

export function logLines(level = 'trace'): LogLines {
  const raw: string[] = [];
  return {
    log: createLog({ level, to: { write: (line) => void raw.push(line) } }),
    raw,
    with: (fields) =>
      raw
        .map((line) => JSON.parse(line))
        .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value)),
  };
}
