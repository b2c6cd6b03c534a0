import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../harness.ts';
import { freePort } from '../kill/child-process.ts';
import { ROOT } from '../sources.ts';

/** Nobody: the container's user is not root either. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const MS_MAX = 300_000;

const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replace(/^ *#.*\n/gm, '')
  .replaceAll('\\\n', ' ');
const [build = '', final = ''] = text.split(/^(?=FROM )/m).slice(1);
const linesOf = (stage: string, word: string) =>
  [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, line = '']) => line.trim());

let folder: string;
let app: string;
let environment: Record<string, string>;

/** Copies what the Dockerfile copies. */
function copyTree(): void {
  const sources = linesOf(build, 'COPY').flatMap((line) => line.split(/ +/).slice(0, -1));
  const left = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[\w*]/.test(line) && line !== '*');
  const isLeftOut = (path: string) =>
    left.some((line) => (line.startsWith('**/*') ? path.endsWith(line.slice(4)) : path.startsWith(`${line}/`)));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of list.toString().split('\0')) {
    if (!sources.some((source) => path === source || path.startsWith(`${source}/`)) || isLeftOut(path)) continue;
    mkdirSync(dirname(join(app, path)), { recursive: true });
    cpSync(join(ROOT, path), join(app, path));
  }
}

const sh = (script: string) =>
  execFileSync('sh', ['-c', script], { cwd: app, env: environment, ...NOBODY, stdio: 'pipe' }).toString();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-production-'));
  app = join(folder, 'app');
  copyTree();
  mkdirSync(join(folder, 'home'));
  if (NOBODY.uid !== undefined) execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder]);
  chmodSync(folder, 0o755);
  const { PATH = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  environment = { PATH, HOME: join(folder, 'home'), ...(NODE_EXTRA_CA_CERTS === '' ? {} : { NODE_EXTRA_CA_CERTS }) };
  for (const step of linesOf(build, 'RUN')) sh(step);
  const settings = Object.fromEntries(
    [
      ...linesOf(final, 'ENV')
        .join(' ')
        .matchAll(/(\w+)=(\S+)/g),
    ].map(([, name, value]) => [name, value]),
  );
  environment = {
    ...environment,
    ...settings,
    PATH: settings.PATH?.replace('/app', app) ?? '',
    DATA_DIR: join(folder, 'home', 'data'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
}, MS_MAX);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the steps of the Dockerfile, by hand', () => {
  test(
    'the service starts, is healthy, passes doctor and stops in order, without a development package',
    async () => {
      expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false);
      expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false);
      const [program = '', ...words] = JSON.parse(linesOf(final, 'CMD').at(-1) ?? '') as string[];
      const service = spawn(program, words, { cwd: app, env: environment, ...NOBODY });
      let said = '';
      for (const stream of [service.stdout, service.stderr])
        stream.on('data', (piece) => {
          said += piece;
        });
      const ended = new Promise((resolve) => service.once('exit', (code, signal) => resolve(code ?? signal)));
      try {
        await until(
          async () => {
            if (service.exitCode !== null) throw new Error(said);
            return said.includes('Hubbub is ready');
          },
          'the service is ready',
          MS_MAX / 2,
        );
        const [, health = '[]'] = /HEALTHCHECK .*?CMD (\[.*\])/.exec(final) ?? [];
        const [checker = '', ...check] = JSON.parse(health) as string[];
        execFileSync(checker, check, { cwd: app, env: environment, ...NOBODY });
        const page = await fetch(`http://127.0.0.1:${environment.PORT}/docs/reference.js`);
        expect((await page.text()).length).toBeGreaterThan(100_000);
        const guide = await fetch(`http://127.0.0.1:${environment.PORT}/guide/publishing`);
        expect(guide.status).toBe(200);
        // The command that the image makes for operators.
        const [, command = ''] = /exec (node \S+ cli)/.exec(final) ?? [];
        expect(sh(`${command.replace('/app', app)} doctor`)).toMatch(/^ok {4}migrations/m);
      } finally {
        service.kill('SIGTERM');
        expect(await ended, said).toBe(0);
      }
      expect(existsSync(join(environment.DATA_DIR as string, 'pg/postmaster.pid')), 'the database stopped').toBe(false);
    },
    MS_MAX,
  );
});

const hasSystemd = existsSync('/usr/bin/systemd-analyze');
if (!hasSystemd) console.log('left out: deploy/systemd needs systemd-analyze');

describe.skipIf(!hasSystemd)('deploy/systemd', () => {
  const units = ['hubbub', 'hubbub@', 'hubbub-simulator', 'hubbub-backup'].map((name) => `${name}.service`);

  test.each([...units, 'hubbub-backup.timer'])('%s is a unit that systemd takes', (name) => {
    const copies = join(folder, 'units');
    mkdirSync(copies, { recursive: true });
    for (const unit of [...units, 'hubbub-backup.timer']) {
      const text = readFileSync(join(ROOT, 'deploy/systemd', unit), 'utf8');
      writeFileSync(join(copies, unit), text.replaceAll('/opt/hubbub', app));
    }
    const output = execFileSync('systemd-analyze', ['verify', '--man=no', join(copies, name)], { stdio: 'pipe' });
    expect(output.toString()).toBe('');
    if (!name.endsWith('.service')) return;
    // The threshold is 2.0 of 10; 0 is the least exposed.
    const safe = ['security', '--offline=yes', '--threshold=20', '--no-pager', join(copies, name)];
    expect(execFileSync('systemd-analyze', safe, { stdio: 'pipe' }).toString()).toContain('Overall exposure level');
  });
});
