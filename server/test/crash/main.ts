import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTemplate, TEMPLATE, withDatabase } from '../global-setup.ts';
import { openBed } from './bed.ts';
import { prove } from './prove.ts';
import { reproducer, sum, table, unconfirmedShare } from './report.ts';
import { allScenarios } from './scenarios.ts';

/** `npm run prove:publishing`: cuts the pipeline at every point and prints what became of each post. */
const { values } = parseArgs({ options: { only: { type: 'string' }, points: { type: 'string' } } });
const scenarios = allScenarios().filter(({ name }) => values.only === undefined || name.includes(values.only));
const template = await startTemplate();
const name = `crash_${randomBytes(6).toString('hex')}`;
const maintenance = new pg.Client({ connectionString: withDatabase(template.url, 'postgres') });
await maintenance.connect();
await maintenance.query(`create database ${name} template ${TEMPLATE}`);
const bed = openBed(withDatabase(template.url, name));
const startedMs = performance.now();
try {
  const proof = await prove(bed, {
    scenarios,
    ...(values.points === undefined ? {} : { points: Number(values.points) }),
    onBatch: ({ points }) => process.stderr.isTTY && process.stderr.write(`\r${points} points`),
  });
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const { lost, duplicated, broken } = sum(proof.verdicts);
  const share = (unconfirmedShare(proof, 'C') * 100).toFixed(2);
  console.log(`${table(proof)}\n`);
  console.log(
    `${scenarios.length} scenarios, ${proof.points} crash points in ${seconds} s: ${lost} lost, ${duplicated} duplicated, ${broken} other; class C unconfirmed ${share} %`,
  );
  if (proof.failures.length > 0) {
    console.log(`\n${proof.failures.length} cases failed. The smallest:\n\n${reproducer(proof.failures)}`);
    process.exitCode = 1;
  }
} finally {
  await bed.close();
  await maintenance.query(`drop database if exists ${name} with (force)`);
  await maintenance.end();
  await template.stop();
}
