import type { Json } from '../tenant/api.ts';
import type { Stage } from './stage.ts';

/** How an event is caused. */
export interface Scene {
  /** What happens, as the list of events tells it. */
  readonly about: string;
  /** Whether it can happen on a platform, by its item of `GET /v1/platforms`. */
  readonly suits: (item: Json) => boolean;
  /** Causes it and gives the event. */
  readonly play: (stage: Stage) => Promise<Json>;
}
