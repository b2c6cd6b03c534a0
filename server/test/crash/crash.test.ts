import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ActionKind } from '../../src/features/actions/index.ts';
import { publishKind } from '../../src/features/posts/index.ts';
import { dropDatabase } from '../drop-database.ts';
import { TEMPLATE, withDatabase } from '../global-setup.ts';
import { type Bed, openBed } from './bed.ts';
import type { Passed } from './crash-points.ts';
import { prove } from './prove.ts';
import { closingLine, isProven, reproducer } from './report.ts';
import { allScenarios } from './scenarios.ts';
import { judgeAll } from './verdict.ts';

/** A part of `npm run prove:publishing`, spread over all of it. */
const POINTS = 1200;

const database = `crash_${randomBytes(6).toString('hex')}`;
let bed: Bed;

beforeAll(async () => {
  await maintain(`create database ${database} template ${TEMPLATE}`);
  bed = openBed(withDatabase(inject('templateUrl'), database));
});
afterAll(async () => {
  await bed?.close();
  await dropDatabase({ query: maintain }, database);
});

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject('templateUrl'), 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const scenarioOf = (name: string) => {
  const scenario = allScenarios().find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return scenario;
};

test('a process that dies anywhere loses nothing and does nothing twice', async () => {
  const scenarios = allScenarios();
  const startedMs = performance.now();
  const proof = await prove([bed], { scenarios, points: POINTS });
  console.log(closingLine(proof, scenarios.length, (performance.now() - startedMs) / 1000));
  expect(proof.points).toBeGreaterThan(POINTS * 0.9);
  expect(isProven(proof), reproducer(proof.failures)).toBe(true);
}, 300_000);

const isSendAnswered = ({ at, url }: Passed) => at === 'after call' && url?.endsWith('/send') === true;

test('a row that kills its worker each time ends, with what can be said of it', async () => {
  const unsent = bed.newCase(scenarioOf('C ok'), Array(30).fill({ point: 1, how: 'dies' }));
  await bed.run([unsent]);
  const [first] = await judgeAll(bed, [unsent]);
  expect(first).toMatchObject({ counts: { failed: 1 }, reasons: ['internal_error'], duplicated: [], broken: [] });

  // Here each call reaches the platform, and its answer kills the worker.
  let sent = bed.newCase(scenarioOf('A ok'));
  for (let point: number | undefined = 0; point !== undefined; [point] = sent.plan.points(isSendAnswered)) {
    if (point > 0) sent = bed.newCase(sent.scenario, [...sent.plan.cuts, { point, how: 'dies' }]);
    await bed.run([sent]);
  }
  const [second] = await judgeAll(bed, [sent]);
  expect(sent.plan.reached).toBeGreaterThan(10);
  expect(second).toMatchObject({ counts: { unconfirmed: 1 }, duplicated: [], broken: [] });
});

test('a fault of ours after the call does not send it again', async () => {
  let faults = 1;
  const settled: ActionKind['settled'] = async (...given) => {
    if (faults-- > 0) throw new TypeError('a fault of ours');
    return publishKind.settled(...given);
  };
  const faulty = openBed(withDatabase(inject('templateUrl'), database), { publish: { ...publishKind, settled } });
  try {
    const hit = faulty.newCase(scenarioOf('C ok'));
    await faulty.run([hit]);
    const [verdict] = await judgeAll(faulty, [hit]);
    expect(verdict).toMatchObject({ counts: { published: 1 }, lost: [], duplicated: [] });
    expect(hit.thrown.join()).toContain('a fault of ours');
  } finally {
    await faulty.close();
  }
});
