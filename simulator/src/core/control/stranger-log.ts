import { Recent } from '../recent.ts';

interface StrangerDeed {
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

/** Strangers' actions, newest first, in memory only. Mentions belong to no post of the account. */
export class StrangerLog {
  readonly #deeds = new Recent<StrangerDeed>(keptMax, keptBytesMax, ({ text }) => text.length);

  add(deed: StrangerDeed): void {
    this.#deeds.add(deed);
  }

  list(): readonly StrangerDeed[] {
    return this.#deeds.all().reverse();
  }
}
