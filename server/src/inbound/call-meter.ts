import type { CallsLeft, Pacing } from '../core/connector.ts';
import type { Session } from '../core/session.ts';

/** Counts the calls of one reading and notes what the platform says is left. */
export class CallMeter {
  readonly #callsLeft: Pacing['callsLeft'];
  #calls = 0;
  #left: CallsLeft | undefined;

  constructor(callsLeft: Pacing['callsLeft']) {
    this.#callsLeft = callsLeft;
  }

  get calls(): number {
    return this.#calls;
  }

  /** The window with the smallest part left; undefined when no response stated one. */
  get left(): CallsLeft | undefined {
    return this.#left;
  }

  /** The same session, whose calls are counted here. */
  of(session: Session): Session {
    const send: Session['http']['send'] = async (request) => {
      this.#calls += 1;
      const response = await session.http.send(request);
      const left = this.#callsLeft?.(response, session.now());
      if (left !== undefined && (this.#left === undefined || part(left) < part(this.#left))) this.#left = left;
      return response;
    };
    return { ...session, http: { send } };
  }
}

function part({ limit, remaining }: CallsLeft): number {
  return remaining / Math.max(limit, 1);
}
