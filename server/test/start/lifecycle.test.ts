import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { walkthrough } from '../../src/startup/walkthrough.ts';
import { until } from '../harness.ts';
import { postgresOf, ROOT, run, temporaryFolder, useProcesses } from './processes.fixture.ts';

useProcesses();

test('docs/tour.md shows the walkthrough that a first start prints', () => {
  const tour = readFileSync(join(ROOT, 'docs/tour.md'), 'utf8');
  expect(
    tour.includes(walkthrough('http://127.0.0.1:8080', 'hub_test_…')),
    'Copy the block of server/src/startup/walkthrough.ts into docs/tour.md.',
  ).toBe(true);
});

test('SIGTERM while it starts leaves nothing running', async () => {
  const dataDir = temporaryFolder();
  const service = run([], { PORT: '0', DATA_DIR: dataDir });
  await until(async () => postgresOf(dataDir).length > 0, 'its database starts');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.out()).toBe('');
  expect(postgresOf(dataDir)).toEqual([]);
});

/** A runtime of the machine that is too old for the service, if there is one. */
function oldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find(
      (path) =>
        existsSync(path) &&
        Number(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).split('.')[0]) < 24,
    );
}

test.skipIf(oldNode() === undefined)('a runtime too old says what to do in one line', async () => {
  const { ended, err, out } = run([], { DATA_DIR: join(temporaryFolder(), 'data') }, undefined, oldNode());
  expect(await ended).toBe(1);
  expect(out()).toBe('');
  expect(err()).toMatch(/^Hubbub needs Node 24 and found v\d+\.\d+\.\d+\. In .* run "npm ci".*\n$/);
});

test('missing packages are named in one line', async () => {
  const clone = temporaryFolder();
  for (const workspace of ['server', 'simulator']) {
    const from = join(ROOT, workspace);
    // The path of the repository itself says nothing about a file.
    const filter = (path: string) => !/(^|\/)node_modules\b|^test\b/.test(relative(from, path));
    cpSync(from, join(clone, workspace), { recursive: true, filter });
  }
  const { ended, err } = run([], { DATA_DIR: join(clone, 'data') }, join(clone, 'server/start.mjs'));
  expect(await ended).toBe(1);
  expect(err()).toBe(`A package is missing (${/\((.*?)\)/.exec(err())?.[1]}). Run "npm ci" in ${clone}/ first.\n`);
  expect(existsSync(join(clone, 'data'))).toBe(false);
});
