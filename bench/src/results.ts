import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineName, machineState } from './measure/machine.ts';

const FILE = join(import.meta.dirname, '../RESULTS.md');
const HEADING = '## ';

/** One case of `RESULTS.md`: date, commit, machine and command of the measurement, then its tables. */
export function section(title: string, command: string, tables: readonly string[]): string {
  const { loadAverage } = machineState();
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const measured = `Measured on ${day} at ${commit.trim()} with \`${command}\` on ${machineName()}; load average at the end ${loadAverage.join(', ')}.`;
  return `${HEADING}${title}\n\n${measured}\n\n${tables.join('\n')}`;
}

/** Replaces the sections with the same titles and keeps the others. */
export function save(sections: readonly string[]): void {
  const [intro = '', ...kept] = readFileSync(FILE, 'utf8').split(/^(?=## )/m);
  for (const text of sections) {
    const at = kept.findIndex((other) => titleOf(other) === titleOf(text));
    kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, text);
  }
  writeFileSync(FILE, `${[intro, ...kept].map((part) => part.trimEnd()).join('\n\n')}\n`);
}

function titleOf(text: string): string | undefined {
  return text.split('\n', 1)[0];
}
