import type { Fault } from './faults.ts';

export type EffectClass = 'A' | 'B' | 'C' | 'D';

/** How the platform of an account behaves. */
export interface Traits {
  readonly class: EffectClass;
  /** C: the account's server ignores the key that others of its platform keep. */
  readonly ignoresKeys?: true;
  readonly faults?: readonly Fault[];
  /** New items are missing from lists that long. */
  readonly visibleAfterSeconds?: number;
  /** Rejects a text that the account has said already. */
  readonly rejectsDuplicates?: boolean;
  /** B: the state tells the id of what was published. */
  readonly stateTellsId?: boolean;
  /** How many questions prepared material is not ready for. */
  readonly pollsUntilReady?: number;
  /** The material cannot be processed. */
  readonly failsProcessing?: boolean;
  /** How far the platform's clock is ahead of ours; negative: behind. */
  readonly clockAheadSeconds?: number;
}
