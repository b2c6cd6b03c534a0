import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refused } from '../calls/answer.ts';
import { Incoming } from '../calls/incoming.ts';
import { reportFault } from '../calls/report-fault.ts';
import type { SimulatedPlatform } from '../platform.ts';
import { JournalDamaged } from '../world/journal-file.ts';
import { type OpenWorld, openWorld } from './open-world.ts';
import { type ListedWorld, WorldFolders } from './world-folders.ts';
import { installation } from './world-id.ts';

export interface WorldsOptions {
  readonly dataDir: string;
  readonly platforms: readonly SimulatedPlatform[];
  /** Where the simulator listens, once it does. */
  readonly ownUrl: () => string;
  readonly publicUrl?: string | undefined;
  /** The world whose public address is that of the simulator itself. */
  readonly originWorld?: string | undefined;
  /** How long nobody may have used a world before it sleeps. */
  readonly idleMs: number;
  /** Gets one line about what was wrong. */
  readonly warn: (line: string) => void;
}

export interface WorldWish {
  /** What the list calls it. */
  readonly name?: string | undefined;
  readonly allow_local_fetch?: boolean | undefined;
}

/** With more worlds awake, the one that was used longest ago sleeps. */
const awakeMax = 50;

interface Awake {
  readonly world: OpenWorld;
  /** Calls that are running or held, receivers' answers among them. */
  running: number;
  /** Real time in ms: the world's own clock may run ahead. */
  usedAt: number;
}

/** Every world, by its id. A world is read from its folder when it is first used, and sleeps when nobody uses it. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #folders: WorldFolders;
  readonly #incoming: Incoming;
  readonly #awake = new Map<string, Awake>();
  readonly #damaged = new Set<string>();
  readonly #timers: NodeJS.Timeout[];
  #isListening = false;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#folders = new WorldFolders(options.dataDir);
    this.#incoming = new Incoming(options.dataDir);
    this.#timers = [
      setInterval(() => this.#passTime(), 60_000).unref(),
      setInterval(() => this.#sleep(), Math.min(options.idleMs, 60_000)).unref(),
    ];
  }

  /** The world, awake; undefined when there is none of this id. @throws Refused when its journal is damaged */
  wake(id: string): OpenWorld | undefined {
    return this.#used(id)?.world;
  }

  /** As `wake`; the world stays awake until `end` is called. */
  use(id: string): { world: OpenWorld; end: () => void } | undefined {
    const awake = this.#used(id);
    if (!awake) return undefined;
    awake.running += 1;
    const end = () => {
      awake.running -= 1;
      awake.usedAt = Date.now();
    };
    return { world: awake.world, end };
  }

  /** Makes the world unless it is there. @throws Refused when its journal is damaged */
  make(id: string, { name, allow_local_fetch }: WorldWish = {}): { world: OpenWorld; isNew: boolean } {
    const isNew = this.#folders.make(id);
    if (name !== undefined) this.#folders.setName(id, name);
    const world = this.wake(id) as OpenWorld;
    if (allow_local_fetch !== undefined && world.settings.current.allow_local_fetch !== allow_local_fetch)
      world.settings.change({ allow_local_fetch });
    return { world, isNew };
  }

  list(): ListedWorld[] {
    return this.#folders.all().map((world) => {
      const awake = this.#awake.get(world);
      const used = awake === undefined ? {} : { used_at: new Date(awake.usedAt).toISOString() };
      return { world, is_awake: awake !== undefined, ...this.#folders.look(world), ...used };
    });
  }

  /** Its calls under way end without effect. Returns false when there is none of this id. */
  async delete(id: string): Promise<boolean> {
    if (!this.#folders.has(id)) return false;
    this.#awake.get(id)?.world.close();
    this.#awake.delete(id);
    await this.#folders.delete(id);
    return true;
  }

  /** Callbacks go out from now on, also those that wait in worlds of the time before. */
  async start(): Promise<void> {
    this.#isListening = true;
    for (const { world } of this.#awake.values()) world.callbacks.start();
    for (const id of new Set([installation, ...this.#folders.marked()])) {
      // Between two worlds, calls have their turn.
      await nextTurn();
      if (!this.#isListening) return;
      try {
        this.wake(id);
      } catch (error) {
        if (!(error instanceof Refused)) reportFault(`waking ${id}`, error);
      }
    }
    await this.#folders.tidy();
  }

  /** Lets everybody go who waits for an answer. */
  letGo(): void {
    for (const { world } of this.#awake.values()) world.letGo();
  }

  close(): void {
    this.#isListening = false;
    for (const timer of this.#timers) clearInterval(timer);
    for (const awake of this.#awake.values()) this.#putToSleep(awake);
  }

  #used(id: string): Awake | undefined {
    const awake = this.#awake.get(id) ?? this.#open(id);
    if (awake) awake.usedAt = Date.now();
    return awake;
  }

  #open(id: string): Awake | undefined {
    if (!this.#folders.has(id)) return undefined;
    const { platforms, ownUrl, publicUrl, originWorld, warn } = this.#options;
    const place = {
      id,
      folder: this.#folders.pathOf(id),
      platforms,
      incoming: this.#incoming,
      ownUrl: () => `${ownUrl()}/${id}`,
      publicUrl: publicUrl === undefined || id === originWorld ? publicUrl : `${publicUrl}/${id}`,
      warn,
    };
    try {
      this.#folders.mark(id);
      const awake = { world: openWorld(place), running: 0, usedAt: Date.now() };
      if (this.#awake.size >= awakeMax) this.#sleepOldest();
      this.#awake.set(id, awake);
      this.#damaged.delete(id);
      if (this.#isListening) awake.world.callbacks.start();
      return awake;
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      if (!this.#damaged.has(id)) warn(error.message);
      this.#damaged.add(id);
      throw new Refused(503, error.message);
    }
  }

  #passTime(): void {
    for (const { world } of this.#awake.values()) {
      try {
        world.passTime();
      } catch (error) {
        reportFault(`time passes in ${world.id}`, error);
      }
    }
  }

  #sleep(): void {
    const before = Date.now() - this.#options.idleMs;
    for (const awake of this.#free()) if (awake.usedAt <= before) this.#putToSleep(awake);
  }

  #sleepOldest(): void {
    const [oldest] = this.#free().sort((a, b) => a.usedAt - b.usedAt);
    if (oldest) this.#putToSleep(oldest);
  }

  /** Worlds that nothing keeps awake. */
  #free(): Awake[] {
    return [...this.#awake.values()].filter(
      ({ world, running }) => running === 0 && !world.callbacks.isWaiting && world.id !== installation,
    );
  }

  #putToSleep({ world, usedAt }: Awake): void {
    const isWaiting = world.callbacks.isWaiting;
    world.close();
    this.#awake.delete(world.id);
    this.#folders.noteUse(world.id, usedAt);
    if (!isWaiting) this.#folders.unmark(world.id);
  }
}
