import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Incoming } from '../calls/incoming.ts';
import { reportFault } from '../calls/report-fault.ts';
import { makePrivateFolder } from '../files/private-folder.ts';
import type { SimulatedPlatform } from '../platform.ts';
import { type OpenWorld, openWorld } from './open-world.ts';

export interface WorldsOptions {
  readonly dataDir: string;
  readonly platforms: readonly SimulatedPlatform[];
  /** Where the simulator listens, once it does. */
  readonly ownUrl: () => string;
  readonly publicUrl?: string | undefined;
  /** The world whose public address is that of the simulator itself. */
  readonly originWorld?: string | undefined;
  readonly warn?: ((line: string) => void) | undefined;
}

export interface WorldWish {
  /** What the list calls it. */
  readonly name?: string | undefined;
  readonly allow_local_fetch?: boolean | undefined;
}

/** Every world, by its id. A world is read from its folder when it is first used. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #folder: string;
  readonly #incoming: Incoming;
  readonly #awake = new Map<string, OpenWorld>();
  readonly #minutes: NodeJS.Timeout;
  #isListening = false;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#folder = worldsFolder(options.dataDir);
    makePrivateFolder(options.dataDir);
    makePrivateFolder(this.#folder);
    this.#incoming = new Incoming(options.dataDir);
    this.#minutes = setInterval(() => this.#passTime(), 60_000).unref();
  }

  /** The world, awake; undefined when there is none of this id. @throws JournalDamaged */
  wake(id: string): OpenWorld | undefined {
    const awake = this.#awake.get(id);
    if (awake) return awake;
    return existsSync(join(this.#folder, id)) ? this.#open(id) : undefined;
  }

  /** Makes the world unless it is there. @throws JournalDamaged */
  make(id: string, { name, allow_local_fetch }: WorldWish = {}): { world: OpenWorld; isNew: boolean } {
    const folder = join(this.#folder, id);
    const isNew = !existsSync(folder);
    makePrivateFolder(folder);
    if (name !== undefined) writeFileSync(join(folder, 'name'), name, { mode: 0o600 });
    const world = this.#awake.get(id) ?? this.#open(id);
    if (allow_local_fetch !== undefined && world.settings.current.allow_local_fetch !== allow_local_fetch)
      world.settings.change({ allow_local_fetch });
    return { world, isNew };
  }

  /** Callbacks go out from now on. */
  start(): void {
    this.#isListening = true;
    for (const { callbacks } of this.#awake.values()) callbacks.start();
  }

  letGo(): void {
    for (const world of this.#awake.values()) world.letGo();
  }

  close(): void {
    clearInterval(this.#minutes);
    for (const world of this.#awake.values()) world.close();
    this.#awake.clear();
  }

  #open(id: string): OpenWorld {
    const { platforms, ownUrl, publicUrl, originWorld, warn } = this.#options;
    const world = openWorld({
      id,
      folder: join(this.#folder, id),
      platforms,
      incoming: this.#incoming,
      ownUrl: () => `${ownUrl()}/${id}`,
      publicUrl: publicUrl === undefined || id === originWorld ? publicUrl : `${publicUrl}/${id}`,
      warn,
    });
    this.#awake.set(id, world);
    if (this.#isListening) world.callbacks.start();
    return world;
  }

  #passTime(): void {
    for (const world of this.#awake.values()) {
      try {
        world.passTime();
      } catch (error) {
        reportFault(`time passes in ${world.id}`, error);
      }
    }
  }
}

export function worldsFolder(dataDir: string): string {
  return join(dataDir, 'worlds');
}
