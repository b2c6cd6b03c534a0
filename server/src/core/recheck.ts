import type { RemovedItem } from './connector.ts';
import type { Session } from './session.ts';

/** An item of the inbox that its platform may have removed meanwhile. */
export type HeldItem = Pick<RemovedItem, 'item' | 'platformId'>;

/** Asks which items were removed, on platforms that report no removals. */
export interface Recheck {
  /** The most items of one question. */
  readonly itemsMax: number;
  /** Seconds between two questions about the items of one account. */
  readonly pauseSeconds: number;
  /**
   * The platform ids of the items that the platform says are gone. An item that its response leaves open counts as there.
   * Throws PlatformError when the platform did not answer in full.
   */
  readonly gone: (session: Session, items: readonly HeldItem[]) => Promise<readonly string[]>;
}
