import type { Stage } from './stage.ts';
import type { Json } from './visitor.ts';

/** How an event is caused. */
export interface Scene {
  /** One sentence for `trigger --list`. */
  readonly about: string;
  /** Whether it can happen on a platform, by its item of `GET /v1/platforms`. */
  readonly suits: (item: Json) => boolean;
  /** Causes it and gives the event. */
  readonly play: (stage: Stage) => Promise<Json>;
}
