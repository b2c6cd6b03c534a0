import type { Session } from '../session.ts';
import type { InboundItem } from './callbacks.ts';

/** Bounds of the pause between two readings: `busy` while things happen, `quiet` when nothing has for hours. */
export interface Pace {
  readonly busySeconds: number;
  readonly quietSeconds: number;
}

/** A platform's limit of calls in a window, which all accounts of an app share. */
export interface CallLimit {
  readonly calls: number;
  readonly seconds: number;
}

export interface Polling {
  readonly pace: Pace;
  /** The limit of calls, on platforms whose responses do not state it. */
  readonly limit?: CallLimit;
  /** Everything new since the cursor of the last poll (undefined the first time). Overlaps are fine: items are deduplicated. */
  readonly poll: (session: Session, cursor: string | undefined, posts: readonly string[]) => Promise<Polled>;
}

export interface Polled {
  readonly items: readonly InboundItem[];
  /** Never beyond what `items` hold. */
  readonly cursor?: string;
  /** Facts about the account that were read anew; they replace the stored ones of the same name. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** There was more than one poll reads, so the next one follows soon. */
  readonly isBehind?: boolean;
}
