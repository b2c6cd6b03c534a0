import type { Operation } from '../world/world.ts';

export interface LoggedCall {
  readonly seq: number;
  readonly at: string;
  readonly platform: string;
  account: string | null;
  operation: Operation;
  readonly method: string;
  readonly path: string;
  /** null while the call runs, and for good when no answer was sent. */
  status: number | null;
  /** The kinds of the faults that were applied. */
  fault?: string;
}

const keptMax = 50_000;

/** Every platform API call received, in memory only. */
export class CallLog {
  #calls: LoggedCall[] = [];
  #seq = 0;

  add(call: Omit<LoggedCall, 'seq' | 'status'>): LoggedCall {
    this.#seq += 1;
    const logged: LoggedCall = { seq: this.#seq, ...call, status: null };
    this.#calls.push(logged);
    if (this.#calls.length > keptMax * 1.1) this.#calls = this.#calls.slice(-keptMax);
    return logged;
  }

  list(query: {
    platform?: string | undefined;
    account?: string | undefined;
    operation?: string | undefined;
    after?: number | undefined;
  }) {
    return this.#calls
      .slice(-keptMax)
      .filter(
        (call) =>
          call.seq > (query.after ?? 0) &&
          (query.platform === undefined || call.platform === query.platform) &&
          (query.account === undefined || call.account === query.account) &&
          (query.operation === undefined || call.operation === query.operation),
      );
  }
}
