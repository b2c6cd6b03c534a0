import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, temporaryFolder } from '../start/processes.fixture.ts';

/** Whether this clone has the commit: a shallow clone and an archive have no history. */
export function hasCommit(commit: string): boolean {
  const has = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
  if (!has) console.warn(`not run: the commit ${commit} is not in this clone`);
  return has;
}

/**
 * The program of a commit: its code with the packages of this one. Packages that this one no longer has are installed.
 */
export function programOf(commit: string): string {
  const root = join(temporaryFolder(), 'code');
  mkdirSync(root);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, '@hubbub'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@hubbub') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(root, 'packages', name), join(packages, '@hubbub', name));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
  const missing = Object.keys(dependencies).filter((name) => !existsSync(join(packages, name)));
  if (missing.length > 0) {
    const prefix = join(root, 'missing');
    const wanted = missing.map((name) => `${name}@${dependencies[name]}`);
    execFileSync('npm', [
      'install',
      '--prefix',
      prefix,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...wanted,
    ]);
    for (const name of missing) symlinkSync(join(prefix, 'node_modules', name), join(packages, name));
  }
  return join(root, 'server/start.mjs');
}
