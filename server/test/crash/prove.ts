import type { Bed } from './bed.ts';
import type { Case } from './case.ts';
import { type Cut, cutName, isOnDatabase, isTelling, type Passed } from './crash-points.ts';
import type { Scenario } from './scenarios.ts';
import { judgeAll, type Verdict } from './verdict.ts';

const BATCH = 250;
/** Of what cannot all be run in minutes, so many are: points where the database is lost, and pairs of crashes. */
const LOSSES = 3500;
const PAIRS = 7500;

export interface ProofOptions {
  readonly scenarios: readonly Scenario[];
  /** About how many points; all without it. Which ones follows from their places, not from chance. */
  readonly points?: number;
  /** Only these cuts of each scenario. */
  readonly cuts?: readonly Cut[];
  readonly onBatch?: (proof: Proof) => void;
}

export interface Proof {
  readonly verdicts: Tally[];
  readonly failures: Failure[];
  points: number;
}

/** The sums of one row of the table. */
export interface Tally {
  readonly row: readonly [string, string];
  points: number;
  published: number;
  failed: number;
  unconfirmed: number;
  lost: number;
  duplicated: number;
  broken: number;
  readonly reasons: Set<string>;
}

/** A case that the pipeline did not survive, with everything that is needed to see why. */
export interface Failure {
  readonly name: string;
  readonly cuts: readonly string[];
  readonly places: readonly string[];
  readonly complaints: readonly string[];
  readonly calls: readonly string[];
  readonly journal: readonly string[];
}

/** A case that is still to be made. */
interface Wanted {
  readonly scenario: Scenario;
  readonly cuts: readonly Cut[];
}

/**
 * Runs each scenario whole, then cut at each point in both ways, then cut at pairs of points. Each bed takes the next
 * batch as soon as it is done with one.
 */
export async function prove(beds: readonly Bed[], { scenarios, points, cuts, onBatch }: ProofOptions): Promise<Proof> {
  const proof: Proof = { verdicts: [], failures: [], points: 0 };
  for (const { row } of scenarios) tallyOf(proof, row);
  const runAll = async (wanted: readonly Wanted[]): Promise<readonly Case[]> => {
    const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, index) => index * BATCH);
    const queue = batches.entries();
    const done: Case[][] = [];
    const work = async (bed: Bed) => {
      for (const [index, from] of queue) {
        const batch = wanted.slice(from, from + BATCH).map(({ scenario, cuts }) => bed.newCase(scenario, cuts));
        await bed.run(batch);
        for (const verdict of await judgeAll(bed, batch)) await count(bed, proof, verdict);
        done[index] = batch;
        onBatch?.(proof);
      }
    };
    await Promise.all(beds.map(work));
    return done.flat();
  };

  if (cuts !== undefined) {
    await runAll(scenarios.map((scenario) => ({ scenario, cuts })));
    return proof;
  }
  const whole = await runAll(scenarios.map((scenario) => ({ scenario, cuts: [] })));

  const singles = cutsOf(whole, () => true, 'dies');
  const once = await runAll(pick(singles, points === undefined ? singles.length : points / 3));

  const losses = cutsOf(whole, isOnDatabase, 'loses');
  await runAll(pick(losses, points === undefined ? LOSSES : points / 3));

  // What follows the first crash is known now, so each second one can be chosen.
  const telling = new Map(whole.map(({ scenario, plan }) => [scenario, new Set(plan.points(isTelling))]));
  const first = once.filter(({ scenario, plan }) => telling.get(scenario)?.has(plan.cuts[0]?.point ?? 0));
  const pairs = cutsOf(first, isTelling, 'dies');
  await runAll(pick(pairs, points === undefined ? PAIRS : points / 3));
  return proof;
}

/** Every cut that may follow what these cases passed since their last. */
function cutsOf(cases: readonly Case[], is: (point: Passed) => boolean, how: Cut['how']): Wanted[] {
  return cases.flatMap(({ scenario, plan }) =>
    plan.points(is).map((point) => ({ scenario, cuts: [...plan.cuts, { point, how }] })),
  );
}

/** Evenly spread over all. */
function pick<T>(all: readonly T[], wanted: number): readonly T[] {
  if (wanted >= all.length) return all;
  const every = all.length / wanted;
  return Array.from({ length: Math.floor(wanted) }, (_, index) => all[Math.floor(index * every)] as T);
}

async function count(bed: Bed, proof: Proof, verdict: Verdict): Promise<void> {
  const { of, counts } = verdict;
  const tally = tallyOf(proof, of.scenario.row);
  const isCut = of.plan.cuts.length > 0;
  // A wait may end some milliseconds earlier or later in another run, so that a cut is not met: it is no point then.
  const isReached = of.plan.reached === of.plan.cuts.length;
  if (isCut && isReached) {
    proof.points += 1;
    tally.points += 1;
    tally.published += counts.published;
    tally.failed += counts.failed;
    tally.unconfirmed += counts.unconfirmed;
    for (const reason of verdict.reasons) tally.reasons.add(reason);
  }
  const complaints = [...verdict.lost, ...verdict.duplicated, ...verdict.broken];
  tally.lost += verdict.lost.length > 0 ? 1 : 0;
  tally.duplicated += verdict.duplicated.length > 0 ? 1 : 0;
  tally.broken += complaints.length > verdict.lost.length + verdict.duplicated.length ? 1 : 0;
  if (complaints.length > 0) proof.failures.push(await failureOf(bed, of, complaints));
}

function tallyOf(proof: Proof, row: Scenario['row']): Tally {
  let tally = proof.verdicts.find((candidate) => candidate.row.join() === row.join());
  if (tally === undefined) {
    const zeros = { points: 0, published: 0, failed: 0, unconfirmed: 0, lost: 0, duplicated: 0, broken: 0 };
    tally = { row, ...zeros, reasons: new Set() };
    proof.verdicts.push(tally);
  }
  return tally;
}

async function failureOf(bed: Bed, of: Case, complaints: readonly string[]): Promise<Failure> {
  const lines = await bed.sql<{ kind: string; state: string; detail: unknown }>(
    `select a.kind, t.state, t.detail from attempts t join actions a on a.tenant_id = t.tenant_id and a.id = t.action_id
     where t.tenant_id = $1 order by t.action_id, t.attempt, t.step`,
    [of.tenantId],
  );
  return {
    name: of.scenario.name,
    cuts: of.plan.cuts.map(cutName),
    places: of.plan.places(),
    complaints,
    calls: of.accounts.flatMap(({ platformId, fake }) => fake.calls.map((call) => `${platformId} ${call}`)),
    journal: lines.map(({ kind, state, detail }) => `${kind} ${state} ${JSON.stringify(detail)}`),
  };
}
