import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { messageHeaders } from '../src/features/webhooks/index.ts';
import { type Body, createClient, until } from './harness.ts';
import { freePort } from './kill/child-process.ts';
import { initialisedFolder, run, type Started, startService, useProcesses } from './start/processes.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const LINES_MAX = 30;
const SECRET = `whsec_${Buffer.from('a secret that somebody chose').toString('base64')}`;

/** The programs of the page: blocks that begin with the name of their file. */
const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
const programs = [...page.matchAll(/^```(?:js|python)\n((?:\/\/|#) (\S+)\n[\s\S]*?)^```/gm)].map(
  ([, code = '', name = '']) => ({ name, code }),
);

const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }).startsWith('Python 3');
  } catch {
    return false;
  }
})();
if (!hasPython) console.error('LEFT OUT: the receiver in Python was not tested, because there is no python3.');

let folder: string;
let service: Started;
let settings: Record<string, string>;

useProcesses();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-receivers-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of the page; gives its address and what it prints. */
async function startProgram(name: string): Promise<{ url: string; out: () => string }> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const [program, ...words] = name.endsWith('.py') ? ['python3', name] : [process.execPath, name];
  const child = spawn(program as string, words, { cwd: folder, env: { PATH, HOME, SECRET, PORT: String(port) } });
  onTestFinished(() => void child.kill());
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    out += chunk;
  });
  const url = `http://127.0.0.1:${port}/hook`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${out}`);
    return fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    );
  }, `${name} listens`);
  return { url, out: () => out };
}

/** Messages that a receiver must reject, and the one that it must accept. */
async function proveChecks(url: string): Promise<void> {
  const body = '{"type":"post.published","event":"post.published","id":"evt_1","data":{}}';
  const at = new Date();
  const signed = (when: Date, secret = SECRET) =>
    messageHeaders(secret, { id: 'evt_1', type: 'post.published', at: when }, body);
  const post = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: 'POST', headers, body: sent })).status;
  expect(await post(signed(at))).toBe(204);
  expect(await post(signed(at), body.replace('evt_1', 'evt_2')), 'a changed body').toBe(400);
  expect(await post(signed(new Date(at.getTime() - 3600_000))), 'an old message').toBe(400);
  expect(await post(signed(at, `whsec_${Buffer.alloc(32).toString('base64')}`)), 'another secret').toBe(400);
  expect(await post({}), 'no signature').toBe(400);
}

test('the receivers of docs/webhooks.md have at most 30 lines, verify, and get the events of listen', async () => {
  expect(programs.map(({ name }) => name)).toEqual(['receiver.mjs', 'receiver.py', 'compatible.mjs']);
  settings = { DATA_DIR: initialisedFolder() };
  service = await startService(settings);
  const api = createClient(service.url, service.key);
  const account = (await api.get('/v1/accounts?platform=mastodon')).body.data[0].id;
  const text = 'Zwei Gläser “Honig” 🍯';
  for (const { name, code } of programs) {
    expect(code.trimEnd().split('\n').length, name).toBeLessThanOrEqual(LINES_MAX);
    if (name.endsWith('.py') && !hasPython) continue;
    const { url, out } = await startProgram(name);
    await proveChecks(url);
    const listening = run(['cli', 'listen', '--forward', url, '--secret', SECRET], settings);
    await until(async () => listening.out().includes('Ctrl-C'), `listen is ready: ${listening.err()}`);
    const { status, body } = await api.post('/v1/posts', {
      text,
      targets: [{ account_id: account }],
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(status).toBe(201);
    await until(async () => out().includes(body.id), `${name} has got the event: ${listening.out()}`);
    expect(out()).toMatch(/^post\.scheduled evt_\w+ \{/m);
    const [event] = (await api.get(`/v1/events?resource_id=${body.id}`)).body.data as Body[];
    expect(out()).toContain(event.id);
    listening.child.kill('SIGINT');
    expect(await listening.ended, listening.err()).toBe(0);
  }
}, 120_000);
