import type { CallsLeft, Pacing, Polling } from '../core/connector.ts';
import type { Session } from '../core/session.ts';
import type { Database } from '../db/database.ts';
import { budgetSeconds, windowAt } from './pace.ts';
import * as polling from './polling.repository.ts';

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

/** Seconds that the next reading must wait, so that half of the platform's calls stay for other work. */
export async function budgetPause(
  db: Database,
  caller: polling.Caller,
  meter: CallMeter,
  { limit }: Partial<Polling> = {},
): Promise<number> {
  if (meter.left !== undefined) return budgetSeconds(meter.left, meter.calls);
  if (limit === undefined) return 0;
  const { number, resetSeconds } = windowAt(limit, new Date());
  await polling.countCalls(db.tenant(caller.tenantId), caller, number, meter.calls);
  const used = await polling.callsIn(db.system, caller, number, limit.isOfApp);
  return budgetSeconds({ limit: limit.calls, remaining: limit.calls - used, resetSeconds }, meter.calls);
}
