import { Faults } from './calls/faults.ts';
import { HeldCalls } from './calls/held-calls.ts';
import { Incoming } from './calls/incoming.ts';
import { Rates } from './calls/rates.ts';
import { RouteTable } from './calls/route-table.ts';
import { CallLog } from './control/call-log.ts';
import { type ChangeableSettings, openSettings } from './control/settings.ts';
import { StrangerLog } from './control/stranger-log.ts';
import { Files } from './files/files.ts';
import { LocalClient } from './files/local-http.ts';
import type { OpenPlatform, SimulatedPlatform } from './platform.ts';
import { CallbackOutbox } from './world/callbacks.ts';
import { type AdvancingClock, openClock } from './world/clock.ts';
import { Credentials } from './world/credentials.ts';
import { makeIds } from './world/ids.ts';
import { type Journal, openJournal } from './world/journal.ts';
import { Ledger } from './world/ledger.ts';
import type { World } from './world/world.ts';

/** Everything that the simulator owns, built once and closed in reverse. */
export interface Core {
  readonly journal: Journal;
  readonly clock: AdvancingClock;
  readonly settings: ChangeableSettings;
  readonly ledger: Ledger;
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly held: HeldCalls;
  readonly callbacks: CallbackOutbox;
  readonly credentials: Credentials;
  readonly files: Files;
  readonly incoming: Incoming;
  readonly strangers: StrangerLog;
  readonly platforms: ReadonlyMap<string, RunningPlatform>;
  close(): void;
}

export interface RunningPlatform {
  readonly definition: SimulatedPlatform;
  readonly open: OpenPlatform;
  readonly world: World;
  readonly routes: RouteTable;
}

/** `ownUrl` is asked when the simulator fetches from itself: it is known only after it listens. */
export function openCore(
  dataDir: string,
  definitions: readonly SimulatedPlatform[],
  ownUrl: () => string,
  publicUrl?: string,
  warn?: (line: string) => void,
): Core {
  const journal = openJournal(dataDir, warn);
  const clock = openClock(journal);
  const settings = openSettings(journal);
  const http = new LocalClient(ownUrl);
  const faults = new Faults(journal);
  const held = new HeldCalls();
  const platforms = new Map<string, RunningPlatform>();
  const callbacks = new CallbackOutbox(
    journal,
    clock,
    faults,
    http,
    (name, body) => platforms.get(name)?.open.signCallback?.(body) ?? {},
  );
  const credentials = new Credentials(journal, clock);
  const incoming = new Incoming(dataDir);
  const files = new Files(dataDir, settings.current, http, incoming);
  const passing: (() => void)[] = [];
  const passTime = () => {
    for (const work of passing) work();
  };
  const minutes = setInterval(passTime, 60_000).unref();
  clock.onAdvance(() => {
    passTime();
    callbacks.wake();
  });

  for (const definition of definitions) {
    const { name } = definition;
    const app = credentials.appOf(name, definition.displayName);
    const rates = new Rates(clock, settings.current);
    const world: World = {
      platform: name,
      publicUrl: publicUrl === undefined ? undefined : `${publicUrl}/${name}`,
      clock,
      settings: settings.current,
      accounts: credentials.accountsOf(name),
      tokens: credentials.tokensOf(name, app),
      codes: credentials.codesOf(name),
      callbacks: { send: (callback) => callbacks.send(name, callback) },
      http,
      media: files,
      ids: makeIds(clock),
      app,
      table: (table, ...indexed) => journal.table(`${name}/${table}`, ...indexed),
      effect: (apply) => journal.change(apply),
      whenTimePasses: (work) => void passing.push(work),
      rate: (key, limit, windowSeconds) => rates.use(key, limit, windowSeconds),
    };
    const open = definition.open(world);
    platforms.set(name, { definition, world, open, routes: new RouteTable(open.routes) });
  }

  return {
    journal,
    clock,
    settings,
    ledger: new Ledger(journal),
    calls: new CallLog(),
    faults,
    held,
    callbacks,
    credentials,
    files,
    incoming,
    strangers: new StrangerLog(),
    platforms,
    close() {
      clearInterval(minutes);
      callbacks.close();
      held.close();
      journal.close();
    },
  };
}
