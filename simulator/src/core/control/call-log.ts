import { Recent } from '../recent.ts';
import { firstWithin, lastWithin, listBytesMax } from '../within-bytes.ts';
import type { Operation } from '../world/world.ts';

export interface LoggedCall {
  readonly seq: number;
  readonly at: string;
  readonly platform: string;
  account: string | null;
  operation: Operation;
  readonly method: string;
  readonly path: string;
  /** null while the call runs, and for good when no response was sent. */
  status: number | null;
  /** The kinds of the faults that were applied. */
  fault?: string;
}

const keptMax = 50_000;
const keptBytesMax = 8 * 1024 ** 2;
/** A longer address is cut. */
const pathLengthMax = 2_000;
const bytesOf = ({ path }: LoggedCall) => path.length + 100;

/** Every platform API call received, in memory only. */
export class CallLog {
  readonly #calls = new Recent<LoggedCall>(keptMax, keptBytesMax, bytesOf);
  #seq = 0;

  add(call: Omit<LoggedCall, 'seq' | 'status'>): LoggedCall {
    this.#seq += 1;
    const path = call.path.slice(0, pathLengthMax);
    const logged: LoggedCall = { seq: this.#seq, ...call, path, status: null };
    this.#calls.add(logged);
    return logged;
  }

  /** The newest ones that fit into a list, with `after` the first. */
  list(query: {
    platform?: string | undefined;
    account?: string | undefined;
    operation?: string | undefined;
    after?: number | undefined;
  }): LoggedCall[] {
    const found = this.#calls
      .all()
      .filter(
        (call) =>
          call.seq > (query.after ?? 0) &&
          (query.platform === undefined || call.platform === query.platform) &&
          (query.account === undefined || call.account === query.account) &&
          (query.operation === undefined || call.operation === query.operation),
      );
    return (query.after === undefined ? lastWithin : firstWithin)(found, bytesOf, listBytesMax);
  }
}
