/** A server that repeats an operation in its own processes. */
export interface Contender {
  readonly name: string;
  /** The process that does the work beside the database. */
  readonly nodePid: number;
  /** Repeats the operation; returns the duration of each in milliseconds. */
  run(count: number): Promise<number[]>;
  /** Pauses while others are measured, housekeeping included. */
  pause?(): void;
  resume?(): Promise<void>;
}
