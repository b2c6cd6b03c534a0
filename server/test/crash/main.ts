import { parseArgs } from 'node:util';
import { startTemplate } from '../global-setup.ts';
import { toCut } from './crash-points.ts';
import { openPipelines } from './pipeline.ts';
import { prove } from './prove.ts';
import { closingLine, isProven, reproducer, table } from './report.ts';
import { allScenarios } from './scenarios.ts';

const USAGE = `npm run prove:publishing [-- options]
  --only <words>   the scenarios whose name holds these words
  --points <n>     about so many crash points instead of all
  --at <cuts>      cut only there: "12" a death at the twelfth point, "12~" a lost database, "12,5" a second death after it`;

/** `npm run prove:publishing`: cuts the pipeline at every point and prints what became of each post. */
const options = {
  only: { type: 'string' },
  points: { type: 'string' },
  at: { type: 'string' },
  help: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const all = allScenarios();
const exact = all.filter(({ name }) => name === values.only);
const scenarios = exact.length > 0 ? exact : all.filter(({ name }) => name.includes(values.only ?? ''));
if (values.help || scenarios.length === 0) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

const template = await startTemplate();
const pipelines = await openPipelines(template.url);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(130)));
const startedMs = performance.now();
try {
  const proof = await prove(pipelines.all, {
    scenarios,
    ...(values.points === undefined ? {} : { points: Number(values.points) }),
    ...(values.at === undefined ? {} : { cuts: values.at.split(',').map(toCut) }),
    onBatch: ({ points }) => process.stderr.isTTY && process.stderr.write(`\r${points} points`),
  });
  console.log(`${table(proof)}\n\n${closingLine(proof, scenarios.length, (performance.now() - startedMs) / 1000)}`);
  if (!isProven(proof)) {
    console.log(`\n${proof.failures.length} cases failed.\n${reproducer(proof.failures)}`);
    process.exitCode = 1;
  }
} finally {
  await close();
}

async function close(): Promise<void> {
  await pipelines.close();
  await template.stop();
}
