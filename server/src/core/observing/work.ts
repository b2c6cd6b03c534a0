import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that caused the work. It is stored with actions, callbacks and events, so that workers know it too. */
export interface Origin {
  /** The id of the request; null: no request caused it. */
  readonly requestId: string | null;
  /** The span that the work belongs to, as W3C Trace Context writes it; null: it is not traced. */
  readonly traceparent: string | null;
}

/** Facts about the work that every line of the log repeats: ids and names only, never texts of customers. */
export type WorkFacts = Readonly<Record<string, string | number | null>>;

interface Work {
  readonly origin: Origin;
  readonly facts: WorkFacts;
}

export const NO_ORIGIN: Origin = { requestId: null, traceparent: null };
const NO_WORK: Work = { origin: NO_ORIGIN, facts: {} };
const current = new AsyncLocalStorage<Work>();
/** The watchdog's thread finds the work of a hanging main thread by this name. */
Object.assign(globalThis, { [Symbol.for('hubbub.work')]: current });

/** The origin of the work that is going on. */
export function originNow(): Origin {
  return (current.getStore() ?? NO_WORK).origin;
}

/** The facts of the work that is going on. */
export function factsNow(): WorkFacts {
  return (current.getStore() ?? NO_WORK).facts;
}

/** Does work of this origin. `facts` stand in place of those around it. */
export function withOrigin<T>(origin: Origin, work: () => T, facts: WorkFacts = factsNow()): T {
  return current.run({ origin, facts }, work);
}

/** Does work with more facts than those around it. */
export function withFacts<T>(facts: WorkFacts, work: () => T): T {
  return current.run({ origin: originNow(), facts: { ...factsNow(), ...facts } }, work);
}

/** The origin that all of these share; none where they differ. */
export function sharedOrigin(origins: readonly Origin[]): Origin {
  const [first = NO_ORIGIN] = origins;
  return origins.every(({ requestId }) => requestId === first.requestId) ? first : NO_ORIGIN;
}
