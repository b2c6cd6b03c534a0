import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import { deliversComments } from '../src/core/connector.ts';
import { postgresOf, run, temporaryFolder, useProcesses } from './start/processes.fixture.ts';

useProcesses();

async function demo(words: readonly string[], folder = temporaryFolder()) {
  const { ended, out, err } = run(['demo', ...words], { TMPDIR: folder });
  const code = await ended;
  expect(postgresOf(folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('hubbub-demo-'))).toEqual([]);
  return { code, out: out(), err: err() };
}

test('the demo ends with 0 and shows the effects on the platforms', async () => {
  const { code, out, err } = await demo([]);
  expect([code, err]).toEqual([0, '']);
  const all = Object.values(connectors);
  const posting = all.filter(({ publishing }) => publishing);
  const heard = posting.filter(deliversComments);
  const answering = heard.filter(({ comments }) => comments?.reply);
  expect(out.match(/ {2}[a-z_]+ +post /g)).toHaveLength(posting.length);
  expect(out.match(/ {2}[a-z_]+ +reply /g)).toHaveLength(answering.length);
  expect(out.match(/ {2}receiver +comment\.received {2}verified/g)).toHaveLength(heard.length);
  expect(out).toContain('Every step was verified');
});

test('the demo ends with 11 when nothing can be started', async () => {
  const { ended, err } = run(['demo'], { TMPDIR: '/dev/null' });
  expect(await ended).toBe(11);
  expect(err()).toMatch(/FAILED in step 1, start: /);
});
