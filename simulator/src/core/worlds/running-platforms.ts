import type { RouteTable } from '../calls/route-table.ts';
import type { OpenPlatform, SimulatedPlatform } from '../platform.ts';
import type { World } from '../world/world.ts';

export interface RunningPlatform {
  readonly definition: SimulatedPlatform;
  readonly open: OpenPlatform;
  readonly world: World;
  readonly routes: RouteTable;
}

/** The platforms of a world. Each is opened when it is first used: most worlds use few of them. */
export class RunningPlatforms {
  readonly #definitions: ReadonlyMap<string, SimulatedPlatform>;
  readonly #run: (definition: SimulatedPlatform) => RunningPlatform;
  readonly #running = new Map<string, RunningPlatform>();

  constructor(definitions: readonly SimulatedPlatform[], run: (definition: SimulatedPlatform) => RunningPlatform) {
    this.#definitions = new Map(definitions.map((definition) => [definition.name, definition]));
    this.#run = run;
  }

  get names(): string[] {
    return [...this.#definitions.keys()];
  }

  get(name: string): RunningPlatform | undefined {
    const definition = this.#definitions.get(name);
    const running = this.#running.get(name) ?? (definition && this.#run(definition));
    if (running) this.#running.set(name, running);
    return running;
  }

  all(): RunningPlatform[] {
    return this.names.map((name) => this.get(name) as RunningPlatform);
  }
}
