/**
 * What the processes of an installation tell one another and may lose at any time. No call throws, and none waits longer
 * than 50 ms: without an answer there is nothing in the cache.
 */
export interface SharedCache {
  /** The value, when it has the form that its writer gave it. */
  readonly read: (key: string, form: RegExp) => Promise<string | undefined>;
  /** Keeps a value for some time, without waiting for it. */
  readonly write: (key: string, value: string, milliseconds: number) => void;
  /** Forgets a value, without waiting for it. */
  readonly remove: (key: string) => void;
  /** Whether the server of the cache cannot be used at the moment, also before the first connection. */
  readonly isDegraded: () => boolean;
}
