import { Faults } from '../calls/faults.ts';
import { HeldCalls } from '../calls/held-calls.ts';
import type { Incoming } from '../calls/incoming.ts';
import { Rates } from '../calls/rates.ts';
import { RouteTable } from '../calls/route-table.ts';
import { CallLog } from '../control/call-log.ts';
import { Receivers } from '../control/receiver.ts';
import { ReceiverResponses } from '../control/receiver-responses.ts';
import { type ChangeableSettings, openSettings } from '../control/settings.ts';
import { VisitorLog } from '../control/visitor-log.ts';
import { Files } from '../files/files.ts';
import { LocalClient } from '../files/local-http.ts';
import type { SimulatedPlatform } from '../platform.ts';
import { CallbackOutbox } from '../world/callbacks.ts';
import { type AdvancingClock, openClock } from '../world/clock.ts';
import { Credentials } from '../world/credentials.ts';
import { makeIds } from '../world/ids.ts';
import { type Journal, openJournal } from '../world/journal.ts';
import { Ledger } from '../world/ledger.ts';
import type { World } from '../world/world.ts';
import { type RunningPlatform, RunningPlatforms } from './running-platforms.ts';

/** A world that is awake: everything that it owns. */
export interface OpenWorld {
  readonly id: string;
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
  readonly receivers: Receivers;
  readonly receiverResponses: ReceiverResponses;
  readonly visitors: VisitorLog;
  readonly platforms: RunningPlatforms;
  /** Does what happens on its own, such as renewals. */
  passTime(): void;
  /** Lets everybody go who waits for a response. */
  letGo(): void;
  close(): void;
}

export interface WorldOptions {
  readonly id: string;
  /** Of its journal and files; made when it is missing. */
  readonly folder: string;
  readonly platforms: readonly SimulatedPlatform[];
  readonly incoming: Incoming;
  /** The world's address, for what it fetches from itself. Asked when it is needed: the port is known after listening. */
  readonly ownUrl: () => string;
  /** The world's address as people open it, without a slash at its end. */
  readonly publicUrl?: string | undefined;
  readonly warn?: ((line: string) => void) | undefined;
  /** What its rows may count. Default: `worldBytesMax`. */
  readonly bytesMax?: number | undefined;
}

/** Tables of the core whose oldest rows go when the world is full. */
const evictable = ['ledger', 'deliveries', 'receivers', 'callbacks', 'codes'];

/** Reads the world from its folder, and lets the time pass that went by while it slept. @throws JournalDamaged */
export async function openWorld(options: WorldOptions): Promise<OpenWorld> {
  const { folder, platforms, warn, bytesMax } = options;
  const ofPlatforms = platforms.flatMap(({ name, evictable = [] }) => evictable.map((table) => `${name}/${table}`));
  const names = new Set([...evictable.map((table) => `core/${table}`), ...ofPlatforms]);
  const journal = await openJournal(folder, { warn, bytesMax, isEvictable: (table) => names.has(table) });
  try {
    return openOn(journal, options);
  } catch (error) {
    journal.close();
    throw error;
  }
}

function openOn(journal: Journal, options: WorldOptions): OpenWorld {
  const { id, folder, platforms: definitions, incoming, ownUrl, publicUrl } = options;
  const clock = openClock(journal);
  const settings = openSettings(journal);
  const http = new LocalClient(ownUrl);
  const faults = new Faults(journal);
  const held = new HeldCalls();
  const platforms = new RunningPlatforms(definitions, run);
  const callbacks = new CallbackOutbox(
    journal,
    clock,
    faults,
    http,
    (name, body) => platforms.get(name)?.open.signCallback?.(body) ?? {},
  );
  const credentials = new Credentials(journal, clock);
  const files = new Files(folder, settings.current, http, incoming);
  const passing: (() => void)[] = [];
  const passTime = () => {
    for (const work of passing) work();
  };
  clock.onAdvance(() => {
    passTime();
    callbacks.wake();
  });

  function run(definition: SimulatedPlatform): RunningPlatform {
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
    return { definition, world, open, routes: new RouteTable(open.routes) };
  }

  // Time only passes where something is.
  for (const name of platforms.names) if (journal.holds(`${name}/`)) platforms.get(name);
  passTime();
  const receiverResponses = new ReceiverResponses();
  const letGo = () => {
    held.close();
    receiverResponses.close();
  };
  return {
    id,
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
    receivers: new Receivers(journal, clock),
    receiverResponses,
    visitors: new VisitorLog(),
    platforms,
    passTime,
    letGo,
    close() {
      callbacks.close();
      letGo();
      journal.close();
    },
  };
}
