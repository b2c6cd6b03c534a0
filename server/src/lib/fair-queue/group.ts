/** A tenant among tenants, or a key among the keys of its tenant. */
export interface Member {
  /** The time of its turns, in milliseconds. */
  usedMs: number;
  held: number;
  /** The requests that wait. */
  waiting: number;
}

/** Members that share turns by what they have used. */
export class Group<M extends Member> {
  readonly #members = new Map<string, M>();
  readonly #make: () => M;
  /** What the member had used whose turn was the last. */
  #lastMs = 0;

  constructor(make: () => M) {
    this.#make = make;
  }

  get size(): number {
    return this.#members.size;
  }

  find(id: string): M | undefined {
    return this.#members.get(id);
  }

  get(id: string): M {
    let member = this.#members.get(id);
    if (member === undefined) {
      member = this.#make();
      this.#members.set(id, member);
    }
    return member;
  }

  wait(member: M): void {
    if (member.waiting === 0) member.usedMs = Math.max(member.usedMs, this.#lastMs);
    member.waiting += 1;
  }

  /** The waiting member that has used the least; of several, the one that came first. */
  next(may: (member: M) => boolean): M | undefined {
    let chosen: M | undefined;
    for (const member of this.#members.values())
      if (member.waiting > 0 && may(member) && (chosen === undefined || member.usedMs < chosen.usedMs)) chosen = member;
    if (chosen !== undefined) this.#lastMs = chosen.usedMs;
    return chosen;
  }

  forget(id: string, member: M): void {
    if (member.waiting === 0 && member.held === 0) this.#members.delete(id);
  }
}

export function newMember(): Member {
  return { usedMs: 0, held: 0, waiting: 0 };
}
