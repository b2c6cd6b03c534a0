import type { TestWorld } from '../world.ts';
import { type Child, startChild } from './child-process.ts';
import { type PlatformName, platformOf } from './kill-points.ts';

/** A call that a simulated platform holds until it is told to go on. */
export interface HeldCall {
  readonly id: string;
  readonly platform: string;
  readonly account: string | null;
  readonly operation: string;
  readonly when: When;
}

/** Whether a call is held before its effect takes place or after it. */
export type When = 'before' | 'after';

/** An effect that took place on a platform. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly platform: string;
  readonly account: string;
  readonly operation: string;
  readonly kind: string;
  readonly platform_id: string;
  readonly text: string;
  readonly media: readonly unknown[];
  readonly in_reply_to?: string;
  readonly key?: string;
}

export interface LoggedCall {
  readonly seq: number;
  readonly platform: string;
  readonly account: string | null;
  readonly operation: string;
}

/** The simulator in a process of its own, which nobody kills. */
export interface PlatformsProcess {
  readonly url: string;
  /** Makes a world ready for kills. */
  readonly enter: (world: TestWorld) => Promise<Platforms>;
  readonly stop: () => Promise<void>;
}

/** A world of simulated platforms: its ledger is the truth. */
export interface Platforms extends TestWorld {
  /** Names the platform of an account, where its server differs from the others of the platform. */
  readonly name: (account: string, name: PlatformName) => void;
  readonly nameOf: (account: string | null, platform: string) => string;
  readonly hold: (platform: string, account: string, operation: string, when: When) => Promise<void>;
  /** Each new upload or container of the account is still being processed at the first look. */
  readonly makeBusy: (platform: string, account: string, operation: string) => Promise<string>;
  readonly forget: (faultId: string) => Promise<void>;
  readonly disarm: () => Promise<void>;
  /** Returns as soon as a call is held, at the latest after the time. */
  readonly held: (waitSeconds?: number) => Promise<readonly HeldCall[]>;
  /** Lets the call go on, or breaks its connection. */
  readonly release: (id: string, options: { drop: boolean }) => Promise<void>;
  readonly comment: (platform: string, account: string, postId: string, text: string) => Promise<string>;
  /** Somebody writes to the account. */
  readonly write: (platform: string, account: string, text: string) => Promise<void>;
  readonly ledger: (account?: string) => Promise<readonly LedgerEntry[]>;
  readonly calls: (account: string, after: number) => Promise<readonly LoggedCall[]>;
}

export async function startPlatforms(dataDir: string): Promise<PlatformsProcess> {
  const child: Child = startChild('simulator/src/main.ts', { PORT: '0', DATA_DIR: dataDir });
  return {
    url: (await child.says(/http:\/\/\S+/))[0],
    enter,
    async stop() {
      child.signal('SIGTERM');
      await child.exited;
    },
  };
}

/** Platforms without duplicate rules: a post that we send twice is there twice. */
async function enter(world: TestWorld): Promise<Platforms> {
  const control = <T>(method: string, path: string, body?: unknown): Promise<T> => world.control(method, path, body);
  const names = new Map<string, PlatformName>();
  const nameOf: Platforms['nameOf'] = (account, platform) => names.get(account ?? '') ?? platform;
  const named = <T extends { readonly platform: string; readonly account: string | null }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, platform: nameOf(item.account, item.platform) }));
  const fault = (platform: string, account: string, requested: object) =>
    control<{ id: string }>('POST', 'faults', { ...requested, platform: platformOf(platform), account });

  await control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
  return {
    ...world,
    name: (account, name) => void names.set(account, name),
    nameOf,
    async hold(platform, account, operation, when) {
      await fault(platform, account, { kind: 'hold', operation, when });
    },
    async makeBusy(platform, account, operation) {
      return (await fault(platform, account, { kind: 'not_ready', operation, polls: 1, times: 0 })).id;
    },
    async forget(faultId) {
      await control('DELETE', `faults/${faultId}`);
    },
    async disarm() {
      await control('DELETE', 'faults');
    },
    async held(waitSeconds = 0) {
      return named((await control<{ held: HeldCall[] }>('GET', `held?wait_seconds=${waitSeconds}`)).held);
    },
    async release(id, options) {
      await control('POST', `held/${id}/release`, options);
    },
    async comment(platform, account, postId, text) {
      const requested = { platform: platformOf(platform), account, action: 'comment', post_id: postId, text };
      return (await control<{ platform_id: string }>('POST', 'strangers', requested)).platform_id;
    },
    async write(platform, account, text) {
      await control('POST', 'strangers', { platform: platformOf(platform), account, action: 'message', text });
    },
    async ledger(account) {
      const filter = account === undefined ? '' : `?account=${account}`;
      return named((await control<{ entries: LedgerEntry[] }>('GET', `ledger${filter}`)).entries);
    },
    async calls(account, after) {
      return named((await control<{ calls: LoggedCall[] }>('GET', `calls?account=${account}&after=${after}`)).calls);
    },
  };
}
