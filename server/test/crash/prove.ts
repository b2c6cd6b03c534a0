import type { Case } from './case.ts';
import { type CaseResult, checkCases } from './check-cases.ts';
import { type Cut, cutName, isAfterChange, isOnDatabase, type Passed } from './crash-points.ts';
import type { TestPipeline } from './pipeline.ts';
import type { Scenario } from './scenarios.ts';

const BATCH = 250;
/** How many points with a lost database and how many pairs of crashes run; all of them would take hours. */
const LOSSES = 3500;
const PAIRS = 7500;

export interface ProofOptions {
  readonly scenarios: readonly Scenario[];
  /** About how many points, spread evenly over all; all of them without it. */
  readonly points?: number;
  /** Moves the choice of points; the same seed chooses the same ones. */
  readonly seed?: number;
  /** Only these cuts of each scenario. */
  readonly cuts?: readonly Cut[];
  readonly onBatch?: (proof: Proof) => void;
}

export interface Proof {
  readonly verdicts: RowTotals[];
  readonly failures: Failure[];
  points: number;
}

/** The sums of one row of the table. */
export interface RowTotals {
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
 * Runs each scenario whole, then cut at each point in both ways, then cut at pairs of points. Each pipeline takes the next
 * batch as soon as it is done with one.
 */
export async function prove(
  pipelines: readonly TestPipeline[],
  { scenarios, points, seed = 0, cuts, onBatch }: ProofOptions,
): Promise<Proof> {
  const pick = <T>(all: readonly T[], wanted: number) => spread(all, wanted, seed);
  const proof: Proof = { verdicts: [], failures: [], points: 0 };
  for (const { row } of scenarios) totalsOf(proof, row);
  const runAll = async (wanted: readonly Wanted[]): Promise<readonly Case[]> => {
    const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, index) => index * BATCH);
    const queue = batches.entries();
    const done: Case[][] = [];
    const work = async (pipeline: TestPipeline) => {
      for (const [index, from] of queue) {
        const batch = wanted.slice(from, from + BATCH).map(({ scenario, cuts }) => pipeline.newCase(scenario, cuts));
        await pipeline.run(batch);
        for (const verdict of await checkCases(pipeline, batch)) await count(pipeline, proof, verdict);
        done[index] = batch;
        onBatch?.(proof);
      }
    };
    await Promise.all(pipelines.map(work));
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

  // The points after the first crash are known now, so the second crash can be chosen among them.
  const afterChange = new Map(whole.map(({ scenario, plan }) => [scenario, new Set(plan.points(isAfterChange))]));
  const first = once.filter(({ scenario, plan }) => afterChange.get(scenario)?.has(plan.cuts[0]?.point ?? 0));
  const pairs = cutsOf(first, isAfterChange, 'dies');
  await runAll(pick(pairs, points === undefined ? PAIRS : points / 3));
  return proof;
}

/** Every cut that may follow what these cases passed since their last. */
function cutsOf(cases: readonly Case[], is: (point: Passed) => boolean, how: Cut['how']): Wanted[] {
  return cases.flatMap(({ scenario, plan }) =>
    plan.points(is).map((point) => ({ scenario, cuts: [...plan.cuts, { point, how }] })),
  );
}

/** So many of all, evenly spread; the seed moves the first. */
function spread<T>(all: readonly T[], wanted: number, seed: number): readonly T[] {
  if (wanted >= all.length) return all;
  const every = all.length / wanted;
  return Array.from(
    { length: Math.floor(wanted) },
    (_, index) => all[(Math.floor(index * every) + seed) % all.length] as T,
  );
}

async function count(pipeline: TestPipeline, proof: Proof, verdict: CaseResult): Promise<void> {
  const { of, counts } = verdict;
  const totals = totalsOf(proof, of.scenario.row);
  const isCut = of.plan.cuts.length > 0;
  // A wait may end some milliseconds earlier or later in another run, so that a cut is not met: it is no point then.
  const isReached = of.plan.reached === of.plan.cuts.length;
  if (isCut && isReached) {
    proof.points += 1;
    totals.points += 1;
    totals.published += counts.published;
    totals.failed += counts.failed;
    totals.unconfirmed += counts.unconfirmed;
    for (const reason of verdict.reasons) totals.reasons.add(reason);
  }
  const complaints = [...verdict.lost, ...verdict.duplicated, ...verdict.broken];
  totals.lost += verdict.lost.length > 0 ? 1 : 0;
  totals.duplicated += verdict.duplicated.length > 0 ? 1 : 0;
  totals.broken += complaints.length > verdict.lost.length + verdict.duplicated.length ? 1 : 0;
  if (complaints.length > 0) proof.failures.push(await failureOf(pipeline, of, complaints));
}

function totalsOf(proof: Proof, row: Scenario['row']): RowTotals {
  let totals = proof.verdicts.find((candidate) => candidate.row.join() === row.join());
  if (totals === undefined) {
    const zeros = { points: 0, published: 0, failed: 0, unconfirmed: 0, lost: 0, duplicated: 0, broken: 0 };
    totals = { row, ...zeros, reasons: new Set() };
    proof.verdicts.push(totals);
  }
  return totals;
}

async function failureOf(pipeline: TestPipeline, of: Case, complaints: readonly string[]): Promise<Failure> {
  const lines = await pipeline.sql<{ kind: string; state: string; detail: unknown }>(
    `select a.kind, t.state, t.detail from actions a, journal_of(a) t where a.tenant_id = $1 order by a.id, t.attempt, t.step`,
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
