import type { Contender } from './contender.ts';
import { cpuOfProcess, cpuOfTree } from './processes.ts';
import { quantile, type Spread, spreadOf } from './statistics.ts';

/** Figures of one operation, from one round. */
export interface Round {
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Measured {
  readonly name: string;
  readonly rounds: readonly Round[];
  readonly cpu: Spread;
  readonly node: Spread;
  readonly postgres: Spread;
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  /** CPU as a ratio to the floor of the same round; absent for the floor. */
  readonly ratio?: Spread;
}

export interface Comparison {
  readonly floor: Measured;
  readonly subjects: readonly Measured[];
  /** The floor's own CPU varied by more than a fifth, so other processes disturbed the run. */
  readonly isNoisy: boolean;
}

export interface ComparisonOptions {
  readonly postgresPid: number;
  /** Operations in a round. */
  readonly count: number;
  /** Counted rounds. One more round runs first and is dropped. */
  readonly rounds: number;
  /** Called after the round that is dropped. */
  readonly warmedUp?: () => Promise<void>;
}

const NOISE = 0.2;

/** Measures a floor and its subjects in turn: F U F U …, so that a disturbance affects both. */
export async function compare(
  floor: Contender,
  subjects: readonly Contender[],
  options: ComparisonOptions,
): Promise<Comparison> {
  const contenders = [floor, ...subjects];
  const rounds = contenders.map((): Round[] => []);
  for (const contender of contenders) contender.pause?.();
  for (let round = 0; round <= options.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      await contender.resume?.();
      const figures = await measure(contender, options);
      contender.pause?.();
      if (round > 0) rounds[index]?.push(figures);
    }
    if (round === 0) await options.warmedUp?.();
  }
  for (const contender of contenders) await contender.resume?.();
  const [floorRounds = [], ...subjectRounds] = rounds;
  const measuredFloor = summary(floor.name, floorRounds);
  return {
    floor: measuredFloor,
    subjects: subjects.map((subject, index) => summary(subject.name, subjectRounds[index] ?? [], floorRounds)),
    isNoisy: (measuredFloor.cpu.max - measuredFloor.cpu.min) / measuredFloor.cpu.median > NOISE,
  };
}

async function measure(contender: Contender, { postgresPid, count }: ComparisonOptions): Promise<Round> {
  const before = { node: cpuOfProcess(contender.nodePid), postgres: cpuOfTree(postgresPid) };
  const startedMs = performance.now();
  const latencies = await contender.run(count);
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    nodeMicroseconds: (cpuOfProcess(contender.nodePid) - before.node) / count,
    postgresMicroseconds: (cpuOfTree(postgresPid) - before.postgres) / count,
    perSecond: count / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

const cpuOf = (round: Round) => round.nodeMicroseconds + round.postgresMicroseconds;

function summary(name: string, rounds: readonly Round[], floor?: readonly Round[]): Measured {
  const spread = (value: (round: Round) => number) => spreadOf(rounds.map(value));
  return {
    name,
    rounds,
    cpu: spread(cpuOf),
    node: spread((round) => round.nodeMicroseconds),
    postgres: spread((round) => round.postgresMicroseconds),
    perSecond: spread((round) => round.perSecond),
    p50Ms: spread((round) => round.p50Ms),
    p99Ms: spread((round) => round.p99Ms),
    ...(floor === undefined
      ? {}
      : { ratio: spreadOf(rounds.map((round, index) => cpuOf(round) / cpuOf(floor[index] as Round))) }),
  };
}
