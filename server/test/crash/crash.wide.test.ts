import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Action } from '../../src/engine/index.ts';
import { publishAction } from '../../src/features/posts/index.ts';
import { SEED } from '../random-runs.ts';
import { checkCases } from './check-cases.ts';
import type { Passed } from './crash-points.ts';
import { openPipeline, openPipelines, type Pipelines, type TestPipeline } from './pipeline.ts';
import { prove } from './prove.ts';
import { closingLine, isProven, reproducer, table } from './report.ts';
import { allScenarios } from './scenarios.ts';

let pipelines: Pipelines;
let pipeline: TestPipeline;

beforeAll(async () => {
  pipelines = await openPipelines(inject('templateUrl'));
  pipeline = pipelines.all[0] as TestPipeline;
});
afterAll(() => pipelines?.close());

const scenarioOf = (name: string) => {
  const scenario = allScenarios().find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return scenario;
};

/** As `npm run prove:publishing`; the seed chooses the lost connections and the pairs of crashes. */
test('a process that dies at any point loses and repeats nothing', async () => {
  const scenarios = allScenarios();
  const startedMs = performance.now();
  const proof = await prove(pipelines.all, { scenarios, seed: SEED });
  console.log(`${table(proof)}\n\n${closingLine(proof, scenarios.length, (performance.now() - startedMs) / 1000)}`);
  expect(proof.points).toBeGreaterThan(20_000);
  expect(isProven(proof), reproducer(proof.failures)).toBe(true);
}, 3_600_000);

const isSendAnswered = ({ at, url }: Passed) => at === 'after call' && url?.endsWith('/send') === true;

test('an action that kills its worker each time settles with the known outcome', async () => {
  const unsent = pipeline.newCase(scenarioOf('C ok'), Array(30).fill({ point: 1, how: 'dies' }));
  await pipeline.run([unsent]);
  const [first] = await checkCases(pipeline, [unsent]);
  expect(first).toMatchObject({ counts: { failed: 1 }, reasons: ['internal_error'], duplicated: [], broken: [] });

  // Here each call reaches the platform, and the worker dies when it gets the response.
  let sent = pipeline.newCase(scenarioOf('A ok'));
  for (let point: number | undefined = 0; point !== undefined; [point] = sent.plan.points(isSendAnswered)) {
    if (point > 0) sent = pipeline.newCase(sent.scenario, [...sent.plan.cuts, { point, how: 'dies' }]);
    await pipeline.run([sent]);
  }
  const [second] = await checkCases(pipeline, [sent]);
  expect(sent.plan.reached).toBeGreaterThan(10);
  expect(second).toMatchObject({ counts: { unconfirmed: 1 }, duplicated: [], broken: [] });
});

test('an internal error after the call does not repeat the call', async () => {
  let faults = 1;
  const settled: Action['settled'] = async (...given) => {
    if (faults-- > 0) throw new TypeError('a fault of ours');
    return publishAction.settled(...given);
  };
  const faulty = openPipeline(pipelines.urls[0] as string, {
    publish: { ...publishAction, settled },
  });
  try {
    const hit = faulty.newCase(scenarioOf('C ok'));
    await faulty.run([hit]);
    const [verdict] = await checkCases(faulty, [hit]);
    expect(verdict).toMatchObject({ counts: { published: 1 }, lost: [], duplicated: [] });
    expect(hit.thrown.join()).toContain('a fault of ours');
  } finally {
    await faulty.close();
  }
});
