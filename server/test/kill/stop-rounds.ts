import { until } from '../harness.ts';
import { allActions, journalOf, openActions } from './actions.ts';
import type { Account, Customer } from './customer.ts';
import { awaitCalls, countCalls } from './in-flight.ts';
import type { KillCounts } from './kill-counts.ts';
import { type Aim, classOf, PLATFORMS } from './kill-points.ts';
import type { Plan } from './plan.ts';
import type { HeldCall, Platforms } from './platforms.ts';
import type { ServiceProcess } from './service.ts';

/** The lease of three seconds leaves a call little more than two. */
const PATIENCE = { firstMs: 20_000, othersMs: 800 };
const OUTCOME_MS_MAX = 60_000;
/** Calls that belong to a publication; others read comments or profiles. */
const OPERATIONS = [
  'publish',
  'create_container',
  'container_status',
  'upload_media',
  'media_status',
  'list_posts',
  'get_post',
];

/** The state of some actions when the last process woke up; the process must add nothing. */
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
  readonly customer: Customer;
  readonly pair: Pair;
  readonly plan: Plan;
  readonly killCounts: KillCounts;
  readonly stops: number;
}

/**
 * Stops a worker past its lease while its call to each platform is in flight; the other process takes over and ends
 * the work; then the first one wakes up. Sometimes the second one is stopped in turn while it clears up the doubt.
 */
export async function stopRounds({ customer, pair, plan, killCounts, stops }: StopRoundsOptions): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = [];
  const rounds = stops * 2;
  let stopped = 0;
  for (let round = 0; stopped < stops && round < rounds; round += 1) {
    const length = stops - stopped > 1 && round % 2 === 1 ? 2 : 1;
    const accounts: Account[] = [];
    for (const platform of PLATFORMS) accounts.push(await customer.connect(platform));
    const aims = accounts.map(({ platform }) => plan.short(platform, length));
    const outcome = await stopRound(customer, pair, killCounts, accounts, aims);
    snapshots.push(...outcome.snapshots);
    stopped += outcome.stopped;
  }
  if (stopped < stops) throw new Error(`Only ${stopped} of ${stops} stops hit a call in flight.`);
  return snapshots;
}

async function stopRound(
  customer: Customer,
  pair: Pair,
  killCounts: KillCounts,
  accounts: readonly Account[],
  aims: readonly (readonly Aim[])[],
): Promise<{ readonly snapshots: readonly Snapshot[]; readonly stopped: number }> {
  const { platforms, requests } = customer;
  const accountIds = accounts.map(({ id }) => id);
  const frozen: { service: ServiceProcess; calls: readonly HeldCall[] }[] = [];
  let stopped = 0;

  pair.other.freeze();
  for (let step = 0; step < (aims[0]?.length ?? 0); step += 1) {
    const earlier = await platforms.held();
    const waiting = await arm(customer, accounts, aims, step, earlier);
    if (step === 0) await requests.publish(accountIds);
    else pair.running.thaw();
    await awaitCalls(platforms, waiting, PATIENCE);
    pair.running.freeze();
    // The held calls stay held: a frozen client can neither continue nor give up.
    const held = await platforms.held();
    const calls = waiting.flatMap(({ found }) => found(held) ?? []);
    await countCalls(customer, killCounts, calls, 'stopped');
    if (calls.length > 0) stopped += 1;
    frozen.push({ service: pair.running, calls });
    [pair.running, pair.other] = [pair.other, pair.running];
  }
  await platforms.disarm();

  const last = frozen.pop();
  if (frozen.length === 0) pair.running.thaw();
  for (const { service, calls } of frozen) await wake(platforms, service, calls);
  const over = async () => (await openActions(customer, accountIds)) === 0;
  await until(over, 'the other process has taken over and ended the work', OUTCOME_MS_MAX);

  const snapshots = await snapshotsOf(customer, accounts);
  if (last !== undefined) await wake(platforms, last.service, last.calls);
  return { snapshots, stopped };
}

async function arm(
  { platforms }: Customer,
  accounts: readonly Account[],
  aims: readonly (readonly Aim[])[],
  step: number,
  earlier: readonly HeldCall[],
) {
  return Promise.all(
    accounts.map(async ({ platform, platformId }, index) => {
      const { point, when } = aims.map((chain) => chain[step])[index] as Aim;
      if (point.waitsFor !== undefined) await platforms.makeBusy(platform, platformId, point.waitsFor);
      await platforms.hold(platform, platformId, point.operation, when);
      const found = (held: readonly HeldCall[]) =>
        held.find(
          (call) =>
            call.account === platformId &&
            call.operation === point.operation &&
            call.when === when &&
            !earlier.some(({ id }) => id === call.id),
        );
      return { found };
    }),
  );
}

/**
 * The process goes on where it was, after its calls have been answered. Only a blind create that has not taken place
 * is broken off: a platform that carries one out after both looks could not be told from one that never does.
 */
async function wake(platforms: Platforms, service: ServiceProcess, calls: readonly HeldCall[]): Promise<void> {
  for (const { id, platform, operation, when } of calls) {
    const isBlind = classOf(platform, 'publish') === 'C' && operation === 'publish' && when === 'before';
    await platforms.release(id, { drop: isBlind });
  }
  service.thaw();
}

async function snapshotsOf(customer: Customer, accounts: readonly Account[]): Promise<Snapshot[]> {
  const actions = await allActions(customer);
  return Promise.all(
    accounts.map(async ({ platformId: account }) => {
      const actionId = actions.find((action) => action.account === account)?.id as string;
      const calls = await customer.platforms.calls(account, 0);
      return { actionId, account, journal: await journalOf(customer, actionId), lastCall: calls.at(-1)?.seq ?? 0 };
    }),
  );
}

/** Writes and calls of a process that woke up after its lease. Read after its end, when nothing is in flight. */
export async function lateWrites(customer: Customer, snapshots: readonly Snapshot[]): Promise<string[]> {
  const writes: string[] = [];
  for (const { actionId, account, journal, lastCall } of snapshots) {
    const added = (await journalOf(customer, actionId)).slice(journal.length);
    const calls = await customer.platforms.calls(account, lastCall);
    for (const line of added) writes.push(`action ${actionId}, written after the end: ${line}`);
    for (const { operation } of calls.filter(({ operation }) => OPERATIONS.includes(operation)))
      writes.push(`action ${actionId}, called after the end: ${operation}`);
  }
  return writes;
}
