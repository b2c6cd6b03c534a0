import { actionInHand, journalOf, openActions } from './actions.ts';
import { type Aim, PLATFORMS } from './cells.ts';
import { awaitCalls, countCalls } from './in-flight.ts';
import type { Plan } from './plan.ts';
import type { HeldCall } from './platforms.ts';
import type { ServiceProcess } from './service.ts';
import type { Tally } from './tally.ts';
import { type Account, until, type World } from './world.ts';

const CALL_MS_MAX = 20_000;
const OUTCOME_MS_MAX = 60_000;
/** Calls that belong to a publication; others read comments or profiles. */
const OPERATIONS = ['publish', 'create_container', 'container_status', 'upload_media', 'media_status', 'list_posts', 'get_post'];

/** What there was of some actions when the last process woke up: it must add nothing. */
export interface Snapshot {
  readonly actionId: string;
  readonly account: string;
  readonly journal: readonly string[];
  readonly lastCall: number;
}

/** Two services on one database. One of them is frozen except at the end of a round. */
export interface Pair {
  /** The one that works. */
  running: ServiceProcess;
  other: ServiceProcess;
}

export interface StopRoundsOptions {
  readonly world: World;
  readonly pair: Pair;
  readonly plan: Plan;
  readonly tally: Tally;
  readonly stops: number;
}

/**
 * Stops a worker past its lease while its call to each platform is in flight; the other process takes over and ends
 * the work; then the first one wakes up. Sometimes the second one is stopped in turn while it clears up the doubt.
 */
export async function stopRounds({ world, pair, plan, tally, stops }: StopRoundsOptions): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = [];
  for (let stopped = 0; stopped < stops; ) {
    const length = stops - stopped > 1 && stopped % 3 === 1 ? 2 : 1;
    const accounts: Account[] = [];
    for (const platform of PLATFORMS) accounts.push(await world.connect(platform));
    const aims = accounts.map(({ platform }) => plan.short(platform, length));
    snapshots.push(...(await stopRound(world, pair, tally, accounts, aims)));
    stopped += length;
  }
  return snapshots;
}

async function stopRound(
  world: World,
  pair: Pair,
  tally: Tally,
  accounts: readonly Account[],
  aims: readonly (readonly Aim[])[],
): Promise<Snapshot[]> {
  const { platforms, requests } = world;
  const accountIds = accounts.map(({ id }) => id);
  const frozen: { service: ServiceProcess; calls: readonly HeldCall[] }[] = [];
  const length = aims[0]?.length ?? 0;

  await arm(world, accounts, aims, 0);
  pair.other.freeze();
  await requests.publish(accountIds);
  for (let step = 0; step < length; step += 1) {
    if (step > 0) await arm(world, accounts, aims, step);
    if (step > 0) pair.running.thaw();
    const waiting = accounts.map((account, index) => waitFor(account, aims[index]?.[step]));
    await awaitCalls(platforms, waiting, CALL_MS_MAX);
    pair.running.freeze();
    // What is held now stays held: its client can neither give up nor go on.
    const held = await platforms.held();
    const calls = waiting.flatMap(({ found }) => found(held) ?? []);
    await countCalls(world, tally, calls, 'stopped');
    frozen.push({ service: pair.running, calls });
    [pair.running, pair.other] = [pair.other, pair.running];
  }
  await platforms.disarm();
  const last = frozen.pop();
  for (const { service, calls } of frozen) await wake(world, service, calls);
  if (frozen.length === 0) pair.running.thaw();
  await until(async () => (await openActions(world, accountIds)) === 0 || undefined, 'the other process has taken over', OUTCOME_MS_MAX);

  const snapshots = await Promise.all(accounts.map((account) => takeSnapshot(world, account)));
  if (last !== undefined) await wake(world, last.service, last.calls);
  return snapshots;
}
