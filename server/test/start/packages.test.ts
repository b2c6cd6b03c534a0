import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, temporaryFolder } from './processes.fixture.ts';

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const locked: Readonly<Record<string, Locked>> = read('package-lock.json').packages;
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package with an install script is listed by name', () => {
  const names = Object.entries(locked)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => nameOf(path));
  const listed = Object.keys(read('package.json').allowScripts);
  expect(
    listed.sort(),
    'Write the name to allowScripts in package.json: true when its script is needed, else false.',
  ).toEqual([...new Set(names)].sort());
});

test('the lock file holds the packages of every platform', () => {
  const held = new Set(Object.keys(locked).map(nameOf));
  const missing = Object.values(locked).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !held.has(name)),
  );
  expect(
    missing,
    'npm ci rejects a lock file without these. Take a version whose packages are all in the registry, then: npm install --package-lock-only',
  ).toEqual([]);
});

test('versions are pinned', () => {
  for (const name of globSync(['package.json', '{server,simulator,bench,sdk,packages/*}/package.json'], {
    cwd: ROOT,
  })) {
    const { dependencies, devDependencies, optionalDependencies } = read(name);
    for (const [dependency, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version, `${dependency} in ${name}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

test('an installation without development packages is prepared with one line', () => {
  const script = join(temporaryFolder(), 'prepare.mjs');
  copyFileSync(join(ROOT, 'prepare.mjs'), script);
  expect(execFileSync(process.execPath, [script]).toString()).toMatch(
    /^prepare: development packages are missing.*\n$/,
  );
});
