import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness.ts';
import type { Customer } from './customer.ts';
import { awaitCalls, countCalls } from './in-flight.ts';
import type { KillCounts } from './kill-counts.ts';
import { PLATFORMS } from './kill-points.ts';
import { createKillSequence } from './kill-sequence.ts';
import type { Plan } from './plan.ts';
import type { PreparedAccounts } from './prepared-accounts.ts';
import type { ServiceProcess } from './service.ts';

/** Longer than any delay of the service before a call that a chain waits for; no call lives longer than 15 seconds. */
const PATIENCE = { firstMs: 30_000, othersMs: 10_000 };
const START_MS_MAX = 30_000;
/** The kill hits the creates of that moment anywhere between the first byte and the response. */
const CREATE_MS_MAX = 12;

export interface KillRoundsOptions {
  readonly customer: Customer;
  readonly service: ServiceProcess;
  readonly plan: Plan;
  readonly killCounts: KillCounts;
  readonly prepared: PreparedAccounts;
  readonly kills: number;
}

/**
 * Kills the running service so many times, each time with a call to each platform in flight, and starts it again. The
 * database keeps running: it is the service's own, which the next start takes over.
 */
export async function killRounds(options: KillRoundsOptions): Promise<void> {
  const { customer, service, plan, killCounts, prepared, kills } = options;
  const { platforms, requests } = customer;
  const sequences = PLATFORMS.map((platform) => {
    const own = prepared.prepared.filter(({ account }) => account.platform === platform);
    return createKillSequence(customer, plan, platform, own);
  });

  let killed = 0;
  for (let round = 0; killed < kills && round < kills * 2; round += 1) {
    for (const sequence of sequences) await sequence.arm();
    if (round > 0) await service.start();
    for (const sequence of sequences) sequence.begin();
    const { calls, missing } = await awaitCalls(platforms, sequences, PATIENCE);
    for (const sequence of missing) sequence.giveUp();
    await countCalls(customer, killCounts, calls, 'killed');
    const spareIds = (prepared.spare[round % prepared.spare.length] ?? []).map(({ id }) => id);
    void requests.publish(spareIds);
    void requests.publish(spareIds.slice(round % spareIds.length).slice(0, 1));
    await sleep(plan.random() * CREATE_MS_MAX);
    await service.kill();
    if (calls.length > 0) killed += 1;
    await until(async () => (await platforms.held()).length === 0, 'no call is held', START_MS_MAX);
    await platforms.disarm();
  }
  if (killed < kills) throw new Error(`Only ${killed} of ${kills} kills hit a call in flight:\n${service.output()}`);
  await service.start();
}
