export interface StrangerDeed {
  readonly at: string;
  readonly platform: string;
  /** Username of the account that was written to. */
  readonly account: string;
  readonly action: string;
  readonly username: string;
  readonly text: string;
}

const keptMax = 100;

/** Strangers' actions, newest first, in memory only. Mentions belong to no post of the account. */
export class StrangerLog {
  #deeds: StrangerDeed[] = [];

  add(deed: StrangerDeed): void {
    this.#deeds = [deed, ...this.#deeds].slice(0, keptMax);
  }

  list(): readonly StrangerDeed[] {
    return this.#deeds;
  }
}
