/** The calls that the fake platform takes. */
export type Call = 'prepare' | 'ready' | 'allowance' | 'send' | 'state' | 'list' | 'remove' | 'edit' | 'refresh';

/** The outcome of a call: whether it has its effect, how the platform responds and what it shows later. */
export type FaultKind =
  /** 400, 403, 404: a rejection, nothing happened. */
  | 'rejected'
  | 'forbidden'
  /** 429 until the reset. */
  | { readonly throttleSeconds: number }
  /** The connection could not be made. */
  | 'refused'
  /** The connection broke before the call had its effect; the caller cannot know that. */
  | 'dropped'
  /** 5xx before and after the effect. */
  | 'error_before'
  | 'error_after'
  /** The effect happened, the connection broke, at once or after the caller's patience ended. */
  | 'accept_drop'
  | 'accept_hang'
  /** 504 from a gateway while the platform goes on and has the effect later. */
  | 'late'
  /** 401 until the token is refreshed. */
  | 'expired'
  /** The prepared material is gone when the call arrives. */
  | 'material_gone'
  /** The effect happened, the response was lost and the material forgotten. */
  | 'accept_forget';

export interface Fault {
  readonly call: Call;
  readonly response: FaultKind;
  /** How many calls get it; 1 without it. */
  readonly times?: number;
  /** How many calls of the kind pass before it. */
  readonly skip?: number;
}

/** Deals the faults of one account out to its calls, in their order. */
export class Script {
  readonly #faults: { call: Call; response: FaultKind; left: number; skip: number }[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults.map(({ call, response, times = 1, skip = 0 }) => ({ call, response, left: times, skip }));
  }

  next(call: Call): FaultKind | undefined {
    const fault = this.#faults.find((candidate) => candidate.call === call && candidate.left > 0);
    if (fault === undefined) return undefined;
    if (fault.skip > 0) {
      fault.skip -= 1;
      return undefined;
    }
    fault.left -= 1;
    return fault.response;
  }
}

export const HANG_SECONDS = 14;
export const LATE_SECONDS = 20;
