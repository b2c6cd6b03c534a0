import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './sources.ts';

/** Installed here and not with the project, because only this test needs them. */
const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];
const INSTALL_MS = 600_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-linters-'));
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, ...LINTERS], { timeout: INSTALL_MS });
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a linter on `openapi.json` with the project's configuration, and returns what it prints. */
async function lint(name: string, ...options: string[]): Promise<string> {
  const args = [join(folder, 'node_modules/.bin', name), 'lint', 'openapi.json', ...options];
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout;
}

test('Redocly finds nothing in openapi.json by its recommended rules', async () => {
  const { totals } = JSON.parse(await lint('redocly', '--extends', 'recommended', '--format', 'json'));
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 2 });
});

test('Spectral finds nothing in openapi.json by its rules for OpenAPI', async () => {
  expect(JSON.parse(await lint('spectral', '--quiet', '--format', 'json'))).toEqual([]);
});
