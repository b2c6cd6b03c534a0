/** Something that does an operation again and again in processes of its own. */
export interface Contender {
  readonly name: string;
  /** The process that does the work beside the database. */
  readonly nodePid: number;
  /** Does the operation that often; returns how long each took, in milliseconds. */
  run(count: number): Promise<number[]>;
  /** What it does while the others are measured: nothing, not even housekeeping. */
  pause?(): void;
  resume?(): Promise<void>;
}
