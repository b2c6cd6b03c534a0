import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../index.ts';
import type { FaultOptions } from './calls/faults.ts';
import { Incoming } from './calls/incoming.ts';
import type { LoggedCall } from './control/call-log.ts';
import type { CallbackReport } from './world/callbacks.ts';
import type { LedgerEntry } from './world/ledger.ts';
import { type OpenWorld, openWorld, type WorldOptions } from './worlds/open-world.ts';
import type { ListedWorld } from './worlds/world-folders.ts';

/** The response of `POST /control/accounts`. */
export interface MadeAccount {
  readonly platform: string;
  readonly platform_id: string;
  readonly username: string;
  readonly name: string;
  readonly picture_url: string;
  readonly tokens: {
    readonly access_token: string;
    readonly refresh_token?: string;
    readonly expires_in_seconds?: number;
  };
  readonly app: { readonly client_id: string; readonly client_secret: string };
  readonly instance?: string;
}

export const testWorld = 'w_00000000000000000000000000000001';

/** Short words for the control API of the world at this address. For tests only. */
export class TestWorld {
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** The world's address. */
  get url(): string {
    return this.#url();
  }

  /** A control request that must succeed; gives its JSON. */
  async control<Result = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Result> {
    const response = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /control${path} answered ${response.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Result;
  }

  account(
    platform: string,
    requested: { username?: string; name?: string; server?: string } = {},
  ): Promise<MadeAccount> {
    return this.control('POST', '/accounts', { platform, ...requested });
  }

  fault(requested: FaultOptions): Promise<{ id: string }> {
    return this.control('POST', '/faults', requested);
  }

  visitor(requested: Record<string, string>): Promise<{ platform_id: string; username: string }> {
    return this.control('POST', '/strangers', requested);
  }

  settings(requested: Record<string, boolean>): Promise<unknown> {
    return this.control('PUT', '/settings', requested);
  }

  advance(seconds: number): Promise<unknown> {
    return this.control('POST', '/clock', { advance_seconds: seconds });
  }

  async ledger(query = ''): Promise<LedgerEntry[]> {
    return (await this.control<{ entries: LedgerEntry[] }>('GET', `/ledger?${query}`)).entries;
  }

  async calls(query = ''): Promise<LoggedCall[]> {
    return (await this.control<{ calls: LoggedCall[] }>('GET', `/calls?${query}`)).calls;
  }

  async callbacks(): Promise<CallbackReport[]> {
    return (await this.control<{ callbacks: CallbackReport[] }>('GET', '/callbacks')).callbacks;
  }

  async held(waitSeconds = 10): Promise<{ id: string; operation: string; when: string }[]> {
    return (
      await this.control<{ held: { id: string; operation: string; when: string }[] }>(
        'GET',
        `/held?wait_seconds=${waitSeconds}`,
      )
    ).held;
  }
}

/** A simulator on a free port with a temporary folder, and one world in it. For tests only. */
export class TestSimulator extends TestWorld {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'hubbub-simulator-'));
  readonly #options: Partial<SimulatorOptions>;
  #running: RunningSimulator | undefined;

  constructor(options: Partial<SimulatorOptions> = {}) {
    super(() => `${this.origin}/${testWorld}`);
    this.#options = options;
  }

  /** Where the simulator listens: the same world, for clients that can only be given an origin. */
  get origin(): string {
    if (!this.#running) throw new Error('Start the simulator first.');
    return this.#running.url;
  }

  async start(): Promise<this> {
    this.#running = await startSimulator({ dataDir: this.dataDir, originWorld: testWorld, ...this.#options });
    return this;
  }

  /** Makes another world in it. */
  async world(id: string): Promise<TestWorld> {
    await fetch(`${this.origin}/worlds/${id}`, { method: 'PUT' });
    return new TestWorld(() => `${this.origin}/${id}`);
  }

  /** The operator's list. */
  async worlds(): Promise<ListedWorld[]> {
    return ((await (await fetch(`${this.origin}/worlds`)).json()) as { worlds: ListedWorld[] }).worlds;
  }

  /** Stops and starts on the same folder; the port changes. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#running?.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Asks again until the response satisfies, at most `seconds`. */
export async function until<Value>(
  ask: () => Promise<Value>,
  isEnough: (value: Value) => boolean,
  seconds = 5,
): Promise<Value> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (isEnough(value)) return value;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A world in this folder without a server. */
export function openTestWorld(folder: string, options: Partial<WorldOptions> = {}): Promise<OpenWorld> {
  const incoming = new Incoming(folder);
  return openWorld({ id: testWorld, folder, platforms: [], incoming, ownUrl: () => '', ...options });
}
