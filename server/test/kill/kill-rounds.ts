import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness.ts';
import { PLATFORMS } from './cells.ts';
import { awaitCalls, countCalls } from './in-flight.ts';
import type { Plan } from './plan.ts';
import type { ServiceProcess } from './service.ts';
import type { Stages } from './stages.ts';
import type { Tally } from './tally.ts';
import { createTrack } from './track.ts';
import type { World } from './world.ts';

/** Longer than any delay of the service before a call that a chain waits for; no call lives longer than 15 seconds. */
const PATIENCE = { firstMs: 30_000, othersMs: 10_000 };
const START_MS_MAX = 30_000;
/** The kill hits the creates of that moment anywhere between the first byte and the answer. */
const CREATE_MS_MAX = 12;

export interface KillRoundsOptions {
  readonly world: World;
  readonly service: ServiceProcess;
  readonly plan: Plan;
  readonly tally: Tally;
  readonly stages: Stages;
  readonly kills: number;
}

/**
 * Kills the running service so many times, each time with a call to each platform in flight, and starts it again. The
 * database keeps running: it is the service's own, which the next start takes over.
 */
export async function killRounds(options: KillRoundsOptions): Promise<void> {
  const { world, service, plan, tally, stages, kills } = options;
  const { platforms, requests } = world;
  const tracks = PLATFORMS.map((platform) => {
    const own = stages.stages.filter(({ account }) => account.platform === platform);
    return createTrack(world, plan, platform, own);
  });

  let killed = 0;
  for (let round = 0; killed < kills && round < kills * 2; round += 1) {
    for (const track of tracks) await track.arm();
    if (round > 0) await service.start();
    for (const track of tracks) track.begin();
    const { calls, missing } = await awaitCalls(platforms, tracks, PATIENCE);
    for (const track of missing) track.giveUp();
    await countCalls(world, tally, calls, 'killed');
    const crowd = (stages.crowds[round % stages.crowds.length] ?? []).map(({ id }) => id);
    void requests.publish(crowd);
    void requests.publish(crowd.slice(round % crowd.length).slice(0, 1));
    await sleep(plan.random() * CREATE_MS_MAX);
    await service.kill();
    if (calls.length > 0) killed += 1;
    await until(async () => (await platforms.held()).length === 0, 'no call is held', START_MS_MAX);
    await platforms.disarm();
  }
  if (killed < kills) throw new Error(`Only ${killed} of ${kills} kills hit a call in flight:\n${service.output()}`);
  await service.start();
}
