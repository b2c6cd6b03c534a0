import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulatedPlatform } from '../../core/platform.ts';
import { TestSimulator } from '../../core/testing.ts';
import { type RunningSimulator, startSimulator } from '../../index.ts';
import { platforms } from '../index.ts';

/** A simulator that has this platform for sure, also while it is in no list. For tests only. */
export class PlatformSimulator extends TestSimulator {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'hubbub-simulator-'));
  readonly #platform: SimulatedPlatform;
  #running: RunningSimulator | undefined;

  constructor(platform: SimulatedPlatform) {
    super();
    this.#platform = platform;
  }

  override get url(): string {
    if (!this.#running) throw new Error('Start the simulator first.');
    return this.#running.url;
  }

  override async start(): Promise<this> {
    const isListed = platforms.some(({ name }) => name === this.#platform.name);
    const morePlatforms = isListed ? [] : [this.#platform];
    this.#running = await startSimulator({ dataDir: this.#dataDir, morePlatforms });
    return this;
  }

  override async restart(): Promise<void> {
    await this.#running?.close();
    await this.start();
  }

  override async close(): Promise<void> {
    await this.#running?.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
    await super.close();
  }
}
