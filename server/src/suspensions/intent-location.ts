import type { Readable } from 'node:stream';

/** Older files of the journal tell nothing that a restore could need, and are removed. */
export const INTENT_DAYS = 35;

/** A file of the journal of intents. */
export interface IntentFile {
  readonly name: string;
  readonly bytes: number;
  /** The process that wrote it and its location among the files of that process, where each file is one write. */
  readonly series?: { readonly writer: string; readonly number: number };
}

/** The location of the lines of the journal of intents: files in a folder, or objects in a bucket. */
export interface IntentLocation {
  /** The operator's name for it. */
  readonly shownAs: string;
  /** Opening it has shown that it can be written to. */
  readonly isProven: boolean;
  /** So often a line shows that the process was running and could write, in milliseconds. */
  readonly aliveEveryMs: number;
  /** Resolves when the lines are kept. A failed write leaves no part of a line. Calls must not overlap. */
  append(epoch: number, lines: string): Promise<void>;
  /** All files with lines of this time or later. Others may be among them. */
  list(from: Date): Promise<readonly IntentFile[]>;
  /** The files that a restore must find again, because without them later ones may be lost, too. */
  marks(): Promise<readonly IntentFile[]>;
  read(name: string): Promise<Readable>;
  close(): Promise<void>;
}
