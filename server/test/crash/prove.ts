import type { Bed } from './bed.ts';
import type { Case } from './case.ts';
import type { Scenario } from './scenarios.ts';
import { judgeAll, type Verdict } from './verdict.ts';

const BATCH = 250;

export interface ProofOptions {
  readonly scenarios: readonly Scenario[];
  /** About how many points; all without it. Which ones follows from their places, not from chance. */
  readonly points?: number;
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
  readonly crashes: readonly number[];
  readonly deaths: readonly string[];
  readonly complaints: readonly string[];
  readonly calls: readonly string[];
  readonly journal: readonly string[];
}

/** Runs each scenario whole, then cut at each point, then cut at each pair of points. */
export async function prove(bed: Bed, { scenarios, points, onBatch }: ProofOptions): Promise<Proof> {
  const proof: Proof = { verdicts: [], failures: [], points: 0 };
  const runAll = async (cases: readonly Case[]) => {
    for (let from = 0; from < cases.length; from += BATCH) {
      const batch = cases.slice(from, from + BATCH);
      await bed.run(batch);
      for (const verdict of await judgeAll(bed, batch)) await count(bed, proof, verdict);
      onBatch?.(proof);
    }
  };

  const whole = scenarios.map((scenario) => bed.newCase(scenario, []));
  await runAll(whole);
  const singles = whole.flatMap(({ scenario, plan }) =>
    Array.from({ length: plan.passed }, (_, index) => ({ scenario, crashes: [index + 1] })),
  );
  console.error(
    'singles',
    singles.length,
    'distinct',
    whole.reduce((n, c) => n + c.plan.distinctPoints().length, 0),
    'pairs about',
    whole.reduce((n, c) => n + c.plan.distinctPoints().length ** 2, 0),
  );
  const cutOnce = sample(singles, points === undefined ? undefined : points / 2).map(({ scenario, crashes }) =>
    bed.newCase(scenario, crashes),
  );
  await runAll(cutOnce);
  // The second crash counts from the first: how many points follow it is known now.
  const distinct = new Map(whole.map(({ scenario, plan }) => [scenario, new Set(plan.distinctPoints())]));
  const pairs = cutOnce
    .filter(({ scenario, plan }) => distinct.get(scenario)?.has(plan.crashes[0] as number))
    .flatMap(({ scenario, plan }) =>
      plan.distinctPoints().map((second) => ({ scenario, crashes: [plan.crashes[0] as number, second] })),
    );
  await runAll(
    sample(pairs, points === undefined ? undefined : points / 2).map(({ scenario, crashes }) =>
      bed.newCase(scenario, crashes),
    ),
  );
  return proof;
}

/** Evenly spread over all. */
function sample<T>(all: readonly T[], wanted: number | undefined): readonly T[] {
  if (wanted === undefined || wanted >= all.length) return all;
  const every = all.length / wanted;
  return Array.from({ length: Math.floor(wanted) }, (_, index) => all[Math.floor(index * every)] as T);
}

async function count(bed: Bed, proof: Proof, verdict: Verdict): Promise<void> {
  const { of, counts } = verdict;
  const tally = tallyOf(proof, of.scenario.row);
  const isCut = of.plan.crashes.length > 0;
  const isReached = of.plan.reached === of.plan.crashes.length;
  if (isCut && isReached) {
    proof.points += 1;
    tally.points += 1;
    tally.published += counts.published;
    tally.failed += counts.failed;
    tally.unconfirmed += counts.unconfirmed;
    for (const reason of verdict.reasons) tally.reasons.add(reason);
  }
  const complaints = [...verdict.lost, ...verdict.duplicated, ...verdict.broken];
  if (isCut && !isReached) complaints.push('the points are not the same in each run');
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
    crashes: of.plan.crashes,
    deaths: of.plan.deaths(),
    complaints,
    calls: of.accounts.flatMap(({ platformId, fake }) => fake.calls.map((call) => `${platformId} ${call}`)),
    journal: lines.map(({ kind, state, detail }) => `${kind} ${state} ${JSON.stringify(detail)}`),
  };
}
