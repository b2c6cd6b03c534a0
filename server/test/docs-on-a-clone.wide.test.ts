import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, freePort, startChild } from './kill/child-process.ts';
import { ROOT } from './sources.ts';

/** The pages in the order in which they are run: billing changes the plan, so it comes last. */
const PAGES = [
  'README',
  'docs/start',
  'docs/tour',
  'docs/automation',
  'docs/simulator',
  'docs/access',
  'docs/workspaces',
  'docs/publishing',
  'docs/inbox',
  'docs/webhooks',
  'docs/connecting',
  'docs/media',
  'docs/operations',
  'docs/billing',
  'docs/approvals',
].map((page) => `${page}.md`);
/**
 * The values of the reader are those of the test. Left out: commands that need an id, a held workspace, an external
 * database or a stopped service, and the one that runs until Ctrl-C.
 */
const NOT_RUN =
  /^export HUBBUB=|^npm run .*<[^>]+>|^npm run hubbub -- (media adopt|listen|restore (check|release)|database prepare)/;
/** Under a minute on a quiet machine. */
const MS_MAX = 600_000;

let folder: string;
let clone: string;
let service: Child;
let environment: Record<string, string>;

beforeAll(async () => {
  // A folder whose name begins with "test" must make no difference.
  folder = mkdtempSync(join(tmpdir(), 'test-'));
  clone = join(folder, 'testing', 'hubbub');
  copyTree(clone);
  const port = String(await freePort());
  const settings = { PORT: port, DATA_DIR: join(clone, 'data') };
  service = startChild('server/start.mjs', settings, clone);
  const [key] = await service.says(/hub_test_\w+/);
  const { PATH = '', HOME = '' } = process.env;
  environment = { PATH, HOME, ...settings, HUBBUB: `http://127.0.0.1:${port}`, KEY: key };
}, MS_MAX);

afterAll(async () => {
  service?.signal('SIGTERM');
  await service?.exited;
  rmSync(folder, { recursive: true, force: true });
});

/** The files that a clone would have, with the installed packages as hard links. */
function copyTree(to: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of list
    .toString()
    .split('\0')
    .filter((one) => one !== '')) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(ROOT, path), join(to, path));
  }
  for (const folder of ['node_modules', 'server/node_modules'].filter((path) => existsSync(join(ROOT, path)))) {
    const packages = [join(ROOT, folder), join(to, folder)];
    try {
      execFileSync('cp', ['-al', ...packages], { stdio: 'pipe' });
    } catch {
      rmSync(packages[1] as string, { recursive: true, force: true });
      execFileSync('cp', ['-a', ...packages]);
    }
  }
}

/** The commands of a page, block by block. */
function commandsOf(page: string): string {
  const text = readFileSync(join(clone, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks
    .filter(([, language = '', block = '']) => ['', 'bash'].includes(language) && !block.startsWith('git clone'))
    .map(([, , block = '']) => block)
    .flatMap((block) => block.split('\n'))
    .filter((line) => !NOT_RUN.test(line))
    .join('\n');
}

test(
  'README and docs in order, every block as it is written, on a fresh clone',
  async () => {
    for (const page of PAGES) {
      const script = `set -euo pipefail\n${commandsOf(page)}`;
      const run = promisify(execFile)('bash', ['-c', script], {
        cwd: clone,
        env: environment,
        maxBuffer: 16 * 2 ** 20,
      });
      const { stdout } = await run.catch((error) => {
        throw new Error(`${page}: ${error.message.slice(0, 300)}\n${error.stdout?.slice(-3000)}\n${error.stderr}`);
      });
      // Answers about a post may hold its errors, and events the id of a request; only a rejection has both side by side.
      expect(stdout, page).not.toMatch(/"code":"[^"]*","request_id"/);
      expect(stdout, page).toContain('"status":"published"');
    }
  },
  MS_MAX,
);

test(
  'npm test works in a clone whose path has folders that begin with test',
  async () => {
    const words = ['server/src/lib/compact', 'server/src/connectors/instagram/hostile', 'server/src/http/pages'];
    const run = promisify(execFile)('npm', ['test', '--', ...words], { cwd: clone, env: environment });
    const { stdout } = await run.catch(({ stdout, stderr }) => Promise.reject(new Error(`${stdout}\n${stderr}`)));
    expect(stdout).toMatch(/[1-9]\d* passed, 0 failed/);
  },
  MS_MAX,
);
