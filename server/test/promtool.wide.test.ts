import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './harness.ts';
import { ROOT } from './sources.ts';

/**
 * Prometheus' own tool: PROMTOOL, else the one of the path. `.ci/run` gets it from Debian's package; by hand:
 * `apt-get download prometheus`, `dpkg-deb -x`, and PROMTOOL=…/usr/bin/promtool.
 */
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const DEPLOY = join(ROOT, 'deploy/prometheus');

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-prometheus-'));
  for (const name of ['alerts.yaml', 'alerts.test.yaml', 'prometheus.yaml'])
    copyFileSync(join(DEPLOY, name), join(folder, name));
  writeFileSync(join(folder, 'metrics-token'), 'a-token');
  service = await startTestService();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.close();
});

/** Runs promtool and returns its words; throws with them when it finds something. */
function promtool(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(PROMTOOL, args, { cwd: folder }, (error, stdout, stderr) => {
      if (error === null) return resolve(`${stdout}${stderr}`);
      const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = isAbsent
        ? `${PROMTOOL} is not installed; set PROMTOOL or install Prometheus.`
        : `${stdout}${stderr}`;
      reject(new Error(`promtool ${args.join(' ')}: ${reason}`));
    });
    child.stdin?.end(input);
  });
}

test('the rules and the example of a configuration are right', async () => {
  expect(await promtool(['check', 'rules', 'alerts.yaml'])).toContain('SUCCESS');
  expect(await promtool(['check', 'config', 'prometheus.yaml'])).toContain('is valid prometheus config');
});

test('the alerts fire when they should, and only then; each has a test', async () => {
  expect(await promtool(['test', 'rules', 'alerts.test.yaml'])).toContain('SUCCESS');
  const tests = readFileSync(join(DEPLOY, 'alerts.test.yaml'), 'utf8');
  const names = [...readFileSync(join(DEPLOY, 'alerts.yaml'), 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(tests, `no test of ${name}`).toContain(name);
});

test('the families follow the rules of Prometheus', async () => {
  await service.workspace({ platforms: ['mastodon'] });
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toContain('hubbub_build_info{');
  // Those of Node are prom-client's.
  const ours = text.replace(/^(?:# \w+ )?nodejs_.*\n/gm, '');
  expect(await promtool(['check', 'metrics'], ours)).toBe('');
});
