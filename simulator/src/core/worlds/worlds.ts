import { Incoming } from '../calls/incoming.ts';
import { reportFault } from '../calls/report-fault.ts';
import { Rejected } from '../calls/response.ts';
import type { SimulatedPlatform } from '../platform.ts';
import { turn } from '../slice.ts';
import { JournalDamaged } from '../world/journal-file.ts';
import { type OpenWorld, openWorld, type WorldOptions } from './open-world.ts';
import { type ListedWorld, WorldFolders } from './world-folders.ts';
import { installation } from './world-id.ts';

interface WorldsOptions {
  readonly dataDir: string;
  readonly platforms: readonly SimulatedPlatform[];
  /** Where the simulator listens, once it does. */
  readonly ownUrl: () => string;
  readonly publicUrl?: string | undefined;
  /** The world whose public address is that of the simulator itself. */
  readonly originWorld?: string | undefined;
  /** How long nobody may have used a world before it sleeps. */
  readonly idleMs: number;
  /** What the rows of a world may count. Default: 32 MiB. */
  readonly worldBytesMax?: number | undefined;
  /** Gets one line about what was wrong. */
  readonly warn: (line: string) => void;
}

interface WorldRequest {
  /** What the list calls it. */
  readonly name?: string | undefined;
  readonly allow_local_fetch?: boolean | undefined;
}

/** With more worlds awake, the one that was used longest ago sleeps. */
const awakeMax = 50;

/** As `awakeMax`, for what the rows of all worlds count that are awake. */
const awakeBytesMax = 256 * 1024 ** 2;

/** Worlds that are read at once: a small one does not wait for the end of a large one. */
const openingMax = 4;

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
  readonly #opening = new Map<string, Promise<boolean>>();
  /** Worlds that are being read, and what waits until fewer are. */
  #reading = 0;
  readonly #queue: (() => void)[] = [];
  readonly #damaged = new Set<string>();
  readonly #timers: NodeJS.Timeout[];
  #isListening = false;
  #isClosed = false;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#folders = new WorldFolders(options.dataDir);
    this.#incoming = new Incoming(options.dataDir);
    this.#timers = [
      setInterval(() => this.#passTime(), 60_000).unref(),
      setInterval(() => this.#sleep(), Math.min(options.idleMs, 60_000)).unref(),
    ];
  }

  /** The world, awake; undefined when there is none of this id. @throws Rejected when its journal is damaged */
  async wake(id: string): Promise<OpenWorld | undefined> {
    const used = await this.use(id);
    used?.end();
    return used?.world;
  }

  /** As `wake`; the world stays awake until `end` is called. */
  async use(id: string): Promise<{ world: OpenWorld; end: () => void } | undefined> {
    while (!this.#awake.has(id)) if (!(await this.#open(id))) return undefined;
    const awake = this.#awake.get(id) as Awake;
    awake.usedAt = Date.now();
    awake.running += 1;
    const end = () => {
      awake.running -= 1;
      awake.usedAt = Date.now();
    };
    return { world: awake.world, end };
  }

  /** Makes the world unless it is there. @throws Rejected when its journal is damaged */
  async make(
    id: string,
    { name, allow_local_fetch }: WorldRequest = {},
  ): Promise<{ world: OpenWorld; isNew: boolean }> {
    const isNew = this.#folders.make(id);
    if (name !== undefined) this.#folders.setName(id, name);
    const world = await this.wake(id);
    if (!world) throw new Rejected(409, `The world ${id} was deleted meanwhile.`);
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
    await this.#opening.get(id)?.catch(() => {});
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
      await turn();
      if (!this.#isListening) return;
      try {
        await this.wake(id);
      } catch (error) {
        if (!(error instanceof Rejected)) reportFault(`waking ${id}`, error);
      }
    }
    await this.#folders.tidy();
  }

  /** Lets everybody go who waits for a response. */
  letGo(): void {
    for (const { world } of this.#awake.values()) world.letGo();
  }

  async close(): Promise<void> {
    this.#isListening = false;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.allSettled(this.#opening.values());
    for (const awake of this.#awake.values()) this.#putToSleep(awake);
  }

  /** Reads the world unless somebody does already. Returns false when there is none of this id. */
  #open(id: string): Promise<boolean> {
    const begun = this.#opening.get(id);
    if (begun) return begun;
    const opening = this.#openInTurn(id).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  async #openInTurn(id: string): Promise<boolean> {
    while (this.#reading >= openingMax) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#reading += 1;
    try {
      if (this.#isClosed) throw new Rejected(503, 'The simulator stops.');
      if (!this.#folders.has(id)) return false;
      const awake = { world: await openWorld(this.#placeOf(id)), running: 0, usedAt: Date.now() };
      this.#awake.set(id, awake);
      this.#sleepOldest();
      this.#damaged.delete(id);
      if (this.#isListening) awake.world.callbacks.start();
      return true;
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      if (!this.#damaged.has(id)) this.#options.warn(error.message);
      this.#damaged.add(id);
      throw new Rejected(503, error.message);
    } finally {
      this.#reading -= 1;
      this.#queue.shift()?.();
    }
  }

  #placeOf(id: string): WorldOptions {
    const { platforms, ownUrl, publicUrl, originWorld, warn, worldBytesMax } = this.#options;
    this.#folders.mark(id);
    return {
      id,
      folder: this.#folders.pathOf(id),
      platforms,
      incoming: this.#incoming,
      ownUrl: () => `${ownUrl()}/${id}`,
      publicUrl: publicUrl === undefined || id === originWorld ? publicUrl : `${publicUrl}/${id}`,
      warn,
      bytesMax: worldBytesMax,
    };
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
    this.#sleepOldest();
  }

  /** Puts worlds to sleep until no more are awake than may be; the one that was used last stays. */
  #sleepOldest(): void {
    let bytes = 0;
    for (const { world } of this.#awake.values()) bytes += world.journal.bytes;
    const oldestFirst = this.#free().sort((a, b) => a.usedAt - b.usedAt);
    for (const awake of oldestFirst.slice(0, -1)) {
      if (this.#awake.size <= awakeMax && bytes <= awakeBytesMax) return;
      bytes -= awake.world.journal.bytes;
      this.#putToSleep(awake);
    }
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
