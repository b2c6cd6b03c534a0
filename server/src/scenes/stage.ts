import type { EventType } from '../core/event.ts';
import type { Control, Json } from './visitor.ts';

/** What a scene cannot do on this stage, in words for people. */
export class SceneFailed extends Error {}

/** One account of a test tenant, the people on its platform, and the tenant's log. `trigger` opens one. */
export interface Stage {
  readonly account: Json;
  /** The item of `GET /v1/platforms`. */
  readonly item: Json;
  /** Another account that can publish. Throws SceneFailed when there is none. */
  readonly other: () => Json;
  /** The words of what is written: those of the caller, or some that nobody has written yet. */
  readonly text: string;
  api(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown): Promise<{ readonly body: Json }>;
  readonly control: Control;
  /** How a receiver of the simulator answers from now on. */
  receiver(name: string, behaviour: Readonly<Record<string, unknown>>): Promise<void>;
  /** Does to the account what somebody on the platform can do. */
  does(action: string, fields?: Readonly<Record<string, unknown>>): Promise<Json>;
  /** Lets the platform answer the account's next publication so. */
  faulty<T>(fault: Readonly<Record<string, unknown>>, work: () => Promise<T>): Promise<T>;
  /** The event of the log that came since the start. `readNow` makes the service read from a platform that it polls. */
  arrives(type: EventType, isIt: (event: Json) => boolean, readNow?: () => Promise<unknown>): Promise<Json>;
}
