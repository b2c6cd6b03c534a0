import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands/index.ts';
import { readEnv, SETTINGS } from '../../src/config/env.ts';
import { MALLOC, NODE_FLAGS } from '../node-flags.ts';
import { ROOT } from '../sources.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const START = ['node', ...NODE_FLAGS, 'server/start.mjs'];
/** Not ours: the system's, Node's, and those of the images beside ours. */
const OF_OTHERS = ['PATH', 'NODE_ENV', 'TMPDIR', ...Object.keys(MALLOC)];
const isKnown = (name: string) => OF_OTHERS.includes(name) || (SETTINGS as readonly string[]).includes(name);

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
}

describe('Dockerfile', () => {
  const text = read('Dockerfile').replace(/^ *#.*\n/gm, '');
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim());
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  test('copies what there is, and nothing that .dockerignore leaves out', () => {
    const ignored = read('.dockerignore').split('\n');
    const sources = after('COPY').filter((line) => !line.startsWith('--from'));
    const paths = sources.flatMap((line) => line.split(/ +/).slice(0, -1));
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      const roots = [path, path.split('/')[0]].map((name) => `!${name}`);
      expect(
        ignored.some((line) => roots.includes(line)),
        `.dockerignore keeps ${path} out`,
      ).toBe(true);
    }
    for (const folder of JSON.parse(read('package.json')).workspaces)
      expect(
        paths.some((path) => path.startsWith(folder.replace('/*', ''))),
        folder,
      ).toBe(true);
  });

  test('starts as npm start does, as a user who is not root, with settings that exist and fit each other', () => {
    expect(JSON.parse(after('CMD').at(-1) ?? '')).toEqual(START);
    expect(after('USER').at(-1)).toBe('hubbub');
    const settings = Object.fromEntries(
      after('ENV').flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
    );
    expect(settings).toMatchObject(MALLOC);
    for (const name of Object.keys(settings)) expect(isKnown(name), name).toBe(true);
    expect(String(readEnv(settings).PORT)).toBe(after('EXPOSE').at(-1));
    expect(after('VOLUME')).toEqual([settings.DATA_DIR]);
    expect(text).toContain('/health/ready');
  });
});

describe.each(['compose.yaml', 'deploy/compose.full.yaml'])('%s', (file) => {
  const { services, volumes } = parse(read(file), { merge: true });
  const own = Object.entries<ComposeService>(services).filter(([, { image }]) => image === 'hubbub');

  test('has settings that exist, volumes that are declared, and ports that are open to this machine only', () => {
    const declared = Object.keys(volumes);
    for (const [name, service] of Object.entries<ComposeService>(services)) {
      for (const volume of service.volumes ?? []) expect(declared, name).toContain(volume.split(':')[0]);
      for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
    for (const [name, service] of own) {
      for (const setting of Object.keys(service.environment ?? {}))
        expect(isKnown(setting), `${name}: ${setting}`).toBe(true);
      const PORT = service.environment?.PORT;
      for (const port of service.ports ?? []) expect(port.split(':')[2]).toBe(PORT);
      for (const path of (service.command ?? []).filter((word) => word.includes('/')))
        expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(existsSync(join(ROOT, file, '..', service.build ?? '', 'Dockerfile')), name).toBe(true);
    }
  });

  test('gives our containers no rights, and time for their end', () => {
    for (const [name, service] of own)
      expect(service, name).toMatchObject({
        cap_drop: ['ALL'],
        read_only: true,
        init: true,
        security_opt: ['no-new-privileges:true'],
      });
    for (const [name, service] of own.filter(([, { command }]) => command === undefined))
      expect(service.stop_grace_period, name).toBe('60s');
  });
});

describe('deploy/systemd', () => {
  const units = readdirSync(join(ROOT, 'deploy/systemd'));
  const services = units.filter((name) => name.endsWith('.service'));
  const hardening = (name: string) =>
    /\n# It writes its own folders only[\s\S]*?(?=\n\[|$)/.exec(read(`deploy/systemd/${name}`))?.[0].trim();

  test.each(services)('%s starts what there is, with settings that exist and the hardening of all', (name) => {
    const text = read(`deploy/systemd/${name}`);
    const [program = '', ...words] = (/^ExecStart=(.*)$/m.exec(text)?.[1] ?? '').split(' ');
    expect(program).toBe('/opt/hubbub/node_modules/.bin/node');
    const script = words.find((word) => /\.m?[jt]s$/.test(word)) ?? '';
    expect(existsSync(join(ROOT, script)), script).toBe(true);
    if (text.includes('Type=exec') && script === START.at(-1)) {
      expect(['node', ...words]).toEqual(START);
      for (const setting of Object.entries(MALLOC))
        expect(text).toMatch(new RegExp(`^Environment=.*\\b${setting.join('=')}\\b`, 'm'));
    }
    for (const [, list = ''] of text.matchAll(/^Environment=(.*)$/gm))
      for (const setting of list.split(' ')) expect(isKnown(setting.split('=')[0] ?? ''), setting).toBe(true);
    expect(hardening(name)).toBe(hardening('hubbub.service'));
    expect(hardening(name)).toContain('NoNewPrivileges=yes');
  });

  test('hubbub@.service is hubbub.service with a port', () => {
    const lines = (name: string) =>
      read(`deploy/systemd/${name}`)
        .split('\n')
        .filter((line) => !/^(#|Description|Wants|After)/.test(line));
    const one = lines('hubbub.service');
    const many = lines('hubbub@.service');
    expect(many.filter((line) => !one.includes(line))).toEqual(['Environment=PORT=%i']);
    expect(one.filter((line) => !many.includes(line))).toEqual([]);
  });
});

test('deploy/systemd/hubbub reads the settings as systemd does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-settings-'));
  const settings = join(folder, 'hubbub.env');
  const url = 'postgres://hubbub:a$b@db/hubbub?sslmode=require&connect_timeout=5';
  writeFileSync(
    settings,
    `# a comment\nDATABASE_URL=${url}\n\nBACKUP_PASSPHRASE="two words; \`x\`"\nLOG_LEVEL='warn'\nPORT=1`,
  );
  const script = read('deploy/systemd/hubbub')
    .replace('/etc/hubbub/hubbub.env', settings)
    .replace('cd /opt/hubbub || exit 1', '')
    .replace(/^exec .*$/m, 'exec env -0');
  const env = execFileSync('/bin/sh', ['-c', script], { env: { PATH: process.env.PATH }, encoding: 'utf8' });
  expect(env.split('\0')).toEqual(
    expect.arrayContaining([
      `DATABASE_URL=${url}`,
      'BACKUP_PASSPHRASE=two words; `x`',
      'LOG_LEVEL=warn',
      'PORT=1',
      'DATA_DIR=/var/lib/hubbub',
    ]),
  );
  rmSync(folder, { recursive: true });
});

test('the commands of docs/operating.md and of the units exist, with their options', () => {
  const units = read('deploy/systemd/hubbub-backup.service').replace('server/start.mjs cli', 'hubbub');
  const text = `${read('docs/operating.md')}\n${units}`;
  const used = [...text.matchAll(/(?:^|`|exec (?:-T )?\w+ |\/node |-- )hubbub ([a-z][^\n`]*)/gm)].map(
    ([, words = '']) => words,
  );
  expect(used.length).toBeGreaterThan(4);
  for (const words of used) {
    const command = commands.find(({ name }) => words === name || words.startsWith(`${name} `));
    expect(command, `there is no command: hubbub ${words}`).toBeDefined();
    for (const [, option = ''] of words.matchAll(/--([a-z-]+)/g))
      expect(Object.keys(command?.options ?? {}), words).toContain(option);
  }
});

test('hubbub-path.conf is hubbub.conf below a path', () => {
  const plain = (name: string) => read(`deploy/nginx/${name}`).replace(/^ *#.*\n/gm, '');
  const moved = plain('hubbub.conf')
    .replace('    default $request_uri;', '    "~^/hubbub(?<below>/.*)$" $below;\n    default $request_uri;')
    .replace(
      '    location / {',
      '    location = /hubbub {\n        return 308 /hubbub/;\n    }\n\n    location /hubbub/ {',
    )
    .replaceAll('location ~ ^/(', 'location ~ ^/hubbub/(');
  expect(plain('hubbub-path.conf')).toBe(moved);
});
