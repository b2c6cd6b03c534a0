import { Recent } from '../recent.ts';

interface VisitorDeed {
  readonly at: string;
  readonly platform: string;
  /** Username of the account that was written to. */
  readonly account: string;
  readonly action: string;
  readonly username: string;
  readonly text: string;
}

const keptMax = 100;
const keptBytesMax = 1024 ** 2;

/** Visitors' actions, newest first, in memory only. Mentions belong to no post of the account. */
export class VisitorLog {
  readonly #deeds = new Recent<VisitorDeed>(keptMax, keptBytesMax, ({ text }) => text.length);

  add(deed: VisitorDeed): void {
    this.#deeds.add(deed);
  }

  list(): readonly VisitorDeed[] {
    return this.#deeds.all().reverse();
  }
}
