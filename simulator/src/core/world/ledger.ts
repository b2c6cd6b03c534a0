import { firstWithin, lastWithin, listBytesMax } from '../within-bytes.ts';
import type { Journal } from './journal.ts';
import type { LedgerMedia, Operation, Table } from './world.ts';

/** One effect that took place on a platform, by an account through its API. Visitors' actions are not in here. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly platform: string;
  readonly account: string;
  readonly operation: Operation;
  readonly kind: string;
  readonly platform_id: string;
  readonly text: string;
  readonly media: readonly LedgerMedia[];
  readonly in_reply_to?: string;
  readonly key?: string;
}

interface LedgerQuery {
  readonly platform?: string | undefined;
  readonly account?: string | undefined;
  readonly kind?: string | undefined;
  readonly after?: number | undefined;
}

/** The truth: `seq` starts at 1 and has no gap. Only the oldest entries ever go, when the world is full. */
export class Ledger {
  readonly #entries: Table<LedgerEntry>;

  constructor(journal: Journal) {
    this.#entries = journal.table<LedgerEntry>('core/ledger');
  }

  record(entry: Omit<LedgerEntry, 'seq'>): void {
    const seq = (this.#entries.oldest()?.seq ?? 1) + this.#entries.size;
    this.#entries.put(String(seq), { seq, ...entry });
  }

  /** The newest entries that fit into a list, with `after` the first. */
  list({ platform, account, kind, after }: LedgerQuery): LedgerEntry[] {
    const found = this.#entries
      .all()
      .filter(
        (entry) =>
          entry.seq > (after ?? 0) &&
          (platform === undefined || entry.platform === platform) &&
          (account === undefined || entry.account === account) &&
          (kind === undefined || entry.kind === kind),
      );
    return (after === undefined ? lastWithin : firstWithin)(found, bytesOf, listBytesMax);
  }
}

function bytesOf({ text, media }: LedgerEntry): number {
  return media.reduce((sum, { url, alt = '' }) => sum + url.length + alt.length, text.length + 300);
}
